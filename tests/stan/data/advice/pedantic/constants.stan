parameters {
  real<lower=0> a;
  real b;
  real c;
}
model {
  a ~ inv_gamma(0.01, 0.01);
  b ~ normal(0, 1e6);
  c ~ normal(0, -1);
  b ~ normal(0, 1);
  b ~ normal(1, 1);
}
