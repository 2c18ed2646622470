// Two that are multiplied with each other: one goes, and all of it.
// dimension: 4 -> 2
// kept: a
transformed data { vector[3] y = [0.4, 1.2, 0.9]'; }
parameters { sum_to_zero_vector[3] a; sum_to_zero_vector[3] b; }
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  y[1] ~ normal(a[1] * b[1], 1);
  y[2] ~ normal(a[2] * b[3], 1);
}
