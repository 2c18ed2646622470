// slopes at {"t": [1, 0, 0]}: t = 1, 0, 0
// A probability that is zero and not met has no slope of its own.
parameters {
  vector[3] t;
}
model {
  target += categorical_lpmf(1 | t);
}
