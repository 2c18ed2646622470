// density at {"p": 0}: finite
// density at {"p": 1}: finite
// A value outside has a density of zero.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  target += log_mix(0.3, uniform_lpdf(0.5 | 0.7 * p, 1), 0.1);
}
