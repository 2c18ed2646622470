// proper
data {
  vector[6] y;
}
parameters {
  real a;
  real<lower=0> b;
  real<lower=0, upper=b> S;
}
model {
  y ~ normal(a, 1);
  b ~ exponential(1);
}
