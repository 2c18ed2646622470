// hmm_marginal under a condition, and the likelihood of one state where the states are close.
data {
  int T;
  vector[T] y;
}
parameters {
  ordered[2] mu;
  simplex[2] p1;
  simplex[2] p2;
}
model {
  mu ~ normal(0, 1);
  if (mu[2] - mu[1] > 0.8) {
    matrix[2, T] lp;
    matrix[2, 2] G = append_row(p1', p2');
    for (t in 1:T) for (k in 1:2) lp[k, t] = normal_lpdf(y[t] | mu[k], 0.6);
    target += hmm_marginal(lp, G, [0.5, 0.5]');
  } else {
    y ~ normal(0.5 * (mu[1] + mu[2]), 0.8);
  }
}
