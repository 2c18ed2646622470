// proper
data {
  vector[6] y;
}
parameters {
  real a;
  ordered[3] S;
}
model {
  y ~ normal(a, 1);
  S[1] ~ normal(0, 1);
  S[3] ~ normal(0, 1);
}
