// proper
data {
  vector[6] y;
}
parameters {
  real a;
  real<lower=a, upper=a + 1> S;
}
model {
  y ~ normal(a, 1);
}
