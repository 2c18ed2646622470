// proper
data {
  vector[6] y;
}
parameters {
  real a;
  real<lower=a> S;
}
model {
  y ~ normal(a, 1);
  S - a ~ exponential(1);
}
