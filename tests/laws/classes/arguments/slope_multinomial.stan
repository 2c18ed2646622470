// slopes at {"t": [1, 0]}: t = 2, 0
// A probability that is zero and not met has no slope of its own.
parameters {
  vector[2] t;
}
model {
  target += multinomial_lpmf({2, 0} | t);
}
