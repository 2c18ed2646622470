// slopes at {"x": 0.1, "z": 0.1}: x = 0
// slopes at {"x": 0.1, "z": 0.1}: z = 0
// slopes at {"x": 2, "z": 4}: z = 0
// slopes at {"x": 2, "z": 3}: x = 0.25
// Before the support a cdf is zero, after it one.
parameters {
  real x;
  real z;
}
model {
  target += pareto_cdf(x | 1, 2) + uniform_cdf(z | 1, 3);
}
