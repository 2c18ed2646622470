// slopes at {"t": [0.5, 0, 0.5]}: t = 4, 0, 2
// A probability that is zero and not met has no slope of its own.
parameters {
  vector[3] t;
}
model {
  target += categorical_lpmf({1, 3, 1} | t);
}
