// proper
data {
  vector[6] y;
}
parameters {
  real a;
  positive_ordered[3] S;
}
model {
  y ~ normal(a, 1);
  S[3] ~ exponential(1);
}
