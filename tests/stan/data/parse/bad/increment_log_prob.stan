model {
  increment_log_prob(normal_lpdf(y | 0, 1));
}
