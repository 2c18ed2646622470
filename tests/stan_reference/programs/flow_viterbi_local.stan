// The best sequence of states, with pointers back, in an array of integers that parameters decide.
data {
  int T;
  vector[T] y;
}
parameters {
  ordered[2] mu;
  vector[2] stay;
}
model {
  array[T, 2] int back;
  array[T] int path;
  matrix[T, 2] best;
  mu ~ normal(0, 1);
  stay ~ normal(1, 1);
  for (k in 1:2) best[1, k] = normal_lpdf(y[1] | mu[k], 0.5);
  for (t in 2:T) {
    for (k in 1:2) {
      best[t, k] = negative_infinity();
      for (j in 1:2) {
        real lp = best[t - 1, j] + (j == k ? log_inv_logit(stay[j]) : log1m_inv_logit(stay[j]))
                  + normal_lpdf(y[t] | mu[k], 0.5);
        if (lp > best[t, k]) {
          back[t, k] = j;
          best[t, k] = lp;
        }
      }
    }
  }
  target += max(best[T]);
  for (k in 1:2) if (best[T, k] == max(best[T])) path[T] = k;
  for (i in 1:(T - 1)) path[T - i] = back[T - i + 1, path[T - i + 1]];
  y ~ normal(mu[path], 1);
}
