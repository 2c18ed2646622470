// density at {"p": 0}: finite
// density at {"p": 0.5}: finite
// Of zero itself the density is zero.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  target += log_mix(0.3, lognormal_lpdf(0.5 - p | 0, 1), 0.1);
}
