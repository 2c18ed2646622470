// proper
data {
  vector[6] y;
}
parameters {
  real a;
  real<lower=0> b;
  real<lower=b> S;
}
model {
  y ~ normal(a, 1);
  S ~ normal(0, 1);
}
