// Ranks do not change when all strengths rise: no argument of a statement says so.
// warns: b[1] + b[2] + b[3]
parameters {
  vector[3] b;
}
model {
  target += b[1] - log_sum_exp(b);
  target += b[2] - log_sum_exp(b[2:3]);
}
