// A hidden chain of two states, summed out by the forward algorithm; unit observation noise.
data {
  int<lower=0> N;
  int<lower=0> K;
  array[N] real y;
}
parameters {
  simplex[K] theta1;
  simplex[K] theta2;
  positive_ordered[K] mu;
}
model {
  array[K] vector[K] log_move = {log(theta1), log(theta2)};
  array[N] vector[K] forward;
  mu[1] ~ normal(3, 1);
  mu[2] ~ normal(10, 1);
  // The first state has no distribution of its own.
  for (k in 1 : K) {
    forward[1, k] = normal_lpdf(y[1] | mu[k], 1);
  }
  for (n in 2 : N) {
    for (to in 1 : K) {
      vector[K] paths;
      for (from in 1 : K) {
        paths[from] = forward[n - 1, from] + log_move[from, to];
      }
      forward[n, to] = log_sum_exp(paths) + normal_lpdf(y[n] | mu[to], 1);
    }
  }
  target += log_sum_exp(forward[N]);
}
