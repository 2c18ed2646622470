data {
  int N;
  int K;
  vector[N] y;
}
parameters {
  simplex[K] theta;
  ordered[K] mu;
  vector<lower=0>[K] s;
  array[K] simplex[K] A;
}
model {
  for (n in 1 : N) {
    vector[K] lps = log(theta);
    for (k in 1 : K) lps[k] += normal_lpdf(y[n] | mu[k], s[k]);
    target += log_sum_exp(lps);
    target += log_mix(theta[1], normal_lpdf(y[n] | mu[1], s[1]), normal_lpdf(y[n] | mu[2], s[2]));
  }
}
generated quantities {
  int state = categorical_rng(theta);
  array[N] int path;
  path[1] = categorical_rng(A[state]);
  for (n in 2 : N) path[n] = categorical_rng(A[path[n - 1]]);
}
