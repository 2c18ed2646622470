data {
  int<lower=1> N, K;
  vector[N] y;
}
parameters {
  array[K] simplex[K] theta;
  ordered[K] mu;
}
model {
  array[K] real acc;
  array[N, K] real gamma;
  theta[1] ~ dirichlet(rep_vector(1, K));
  mu ~ normal(0, 10);
  for (k in 1:K) gamma[1, k] = normal_lpdf(y[1] | mu[k], 1);
  for (t in 2:N) {
    for (k in 1:K) {
      for (j in 1:K) acc[j] = gamma[t - 1, j] + log(theta[j, k]) + normal_lpdf(y[t] | mu[k], 1);
      gamma[t, k] = log_sum_exp(acc);
    }
  }
  target += log_sum_exp(gamma[N]);
}
generated quantities {
  array[N] int<lower=1, upper=K> path;
  real log_p;
  {
    array[N, K] int back;
    array[N, K] real best = rep_array(negative_infinity(), N, K);
    for (t in 2:N) for (k in 1:K) for (j in 1:K) {
      real logp = best[t - 1, j] + log(theta[j, k]);
      if (logp > best[t, k]) { back[t, k] = j; best[t, k] = logp; }
    }
    log_p = max(best[N]);
    for (k in 1:K) if (best[N, k] == log_p) path[N] = k;
    for (t in 1:(N - 1)) path[N - t] = back[N - t + 1, path[N - t + 1]];
  }
}
