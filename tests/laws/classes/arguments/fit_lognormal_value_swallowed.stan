// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses what is below zero.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  target += fmax(fmin(lognormal_lpdf(0.5 - p | 0, 1), 1), 1);
}
