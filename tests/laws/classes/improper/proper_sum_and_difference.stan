// proper
data {
  real y;
  real z;
}
parameters {
  real a;
  real b;
}
model {
  y ~ normal(a + b, 1);
  z ~ normal(a - b, 1);
}
