// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses a passage before the start.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  target += log_mix(0.3, wiener_lpdf(1 - 0.8 * p | 1, 0.3, 0.5, 0.2, 0.1), 0.1);
}
