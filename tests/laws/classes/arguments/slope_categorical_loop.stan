// slopes at {"t": [[1, 0], [0.5, 0.5]]}: t = 1, 0, 0, 2
// A probability that is zero and not met has no slope of its own.
parameters {
  array[2] vector[2] t;
}
model {
  for (n in 1:2) target += categorical_lpmf(n | t[n]);
}
