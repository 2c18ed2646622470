// Repeated binary trials with partial pooling: y[i] successes of K[i], as the paper writes it.
data {
  int<lower=0> N;
  array[N] int<lower=0> y;
  array[N] int<lower=0> K;
}
parameters {
  real<lower=0, upper=1> m;
  real<lower=1> kappa;
  vector<lower=0, upper=1>[N] theta;
}
model {
  m ~ uniform(0, 1);
  kappa ~ pareto(1, 1.5);
  theta ~ beta(m * kappa, (1 - m) * kappa);
  y ~ binomial(K, theta);
}
generated quantities {
  real log_kappa = log(kappa);  // kappa itself has no variance
}
