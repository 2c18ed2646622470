// density at {"p": 0}: finite
// density at {"p": 1}: finite
// density at {"p": 3}: rejected
// What a side of a condition asks counts where it is taken.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  if (p < 0.5 || p > 2) target += pareto_type_2_lpdf(2 | 1 + 1.5 * p, 2, 3);
}
