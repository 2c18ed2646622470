// Sticks are broken until little is left; the number of components depends on the parameters.
data {
  int K;
  vector[3] y;
}
parameters {
  vector<lower=0, upper=1>[K] v;
  vector[K] mu;
}
model {
  vector[K] log_w;
  real left = 1;
  int used = 0;
  v ~ beta(1, 1.5);
  mu ~ normal(0, 2);
  for (k in 1:K) {
    used = k;
    log_w[k] = log(left * v[k]);
    left *= 1 - v[k];
    if (left < 0.08) break;
  }
  for (n in 1:3) {
    vector[used] lp = log_w[1:used];
    for (k in 1:used) lp[k] += normal_lpdf(y[n] | mu[k], 1);
    target += log_sum_exp(lp);
  }
}
