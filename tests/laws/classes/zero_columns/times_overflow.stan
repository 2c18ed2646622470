// Zero times an exponential that overflows is not a number, and rejects.
// fate b: sampled
// density at {"a": 0, "b": 1}: rejected
// every draw: b in [-10, 0.4]
data {
  vector[3] y;
  vector[3] z;
}
parameters {
  real a;
  real b;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  y ~ normal(a + z * exp(exp(exp(5 * b))), 1);
}
