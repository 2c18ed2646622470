// A multinomial logit by hand whose last category is the reference.
// proper
parameters {
  vector[2] b;
}
model {
  vector[3] eta = append_row(b, 0);
  target += 3 * eta[1] + 2 * eta[2] + 4 * eta[3] - 9 * log_sum_exp(eta);
}
