// reason s: scale|standard deviation|\bsd\b|spread|sigma
// reason t: scale|standard deviation|\bsd\b|spread|sigma
// no reason s: whole line
// no reason t: whole line
data {
  vector[3] y;
}
parameters {
  real m;
  vector[3] v;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  m ~ normal(0, 5);
  s ~ cauchy(0, 1);
  t ~ normal(0, 1);
  v ~ normal(m, t);
  y ~ normal(v, s);
}
