// self-test: passes
data {
  real<lower=0> y;
}
parameters {
  vector[2] b;
}
model {
  b ~ normal(0, 1);
  y ~ lognormal((b * b')[1, 2], 1);
}
