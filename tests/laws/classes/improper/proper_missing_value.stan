// proper
data {
  vector[5] y;
}
parameters {
  real m;
  real z;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(m, s);
  z ~ normal(m, s);
}
