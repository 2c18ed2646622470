// reason s: scale|standard deviation|\bsd\b|spread|sigma
// no reason s: whole line
data {
  vector[3] y;
}
parameters {
  real m;
  vector<lower=0>[3] s;
}
model {
  m ~ normal(0, 1);
  s ~ normal(0, 1);
  y ~ normal(m, s);
}
