// a - b is not determined but bounded: both are positive
// proper
data {
  real y;
}
parameters {
  real<lower=0> a;
  real<lower=0> b;
}
model {
  y ~ normal(a + b, 1);
}
