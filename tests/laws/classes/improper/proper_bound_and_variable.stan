// proper
data {
  vector[6] y;
}
parameters {
  real a;
  real b;
  real<lower=b> S;
}
model {
  y ~ normal(a, 1);
  b ~ normal(0, 1);
  S ~ normal(0, 1);
}
