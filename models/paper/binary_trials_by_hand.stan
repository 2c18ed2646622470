// Repeated binary trials with the chances of success integrated out by hand, and drawn back.
//
// The logs of rising factorials, lgamma(a + y) - lgamma(a) = log a + ... + log(a + y - 1), as sums over how many
// y[i] are larger than k: beta_binomial_lpmf loses all its digits when kappa is large, as it is on the data of 1970.
data {
  int<lower=0> N;
  array[N] int<lower=0> y;
  array[N] int<lower=0> K;
}
transformed data {
  int largest = max(K);
  vector[largest] k;
  vector[largest] successes = rep_vector(0, largest);
  vector[largest] failures = rep_vector(0, largest);
  vector[largest] trials = rep_vector(0, largest);
  for (j in 1:largest) {
    k[j] = j - 1;
    for (i in 1:N) {
      successes[j] += y[i] >= j;
      failures[j] += K[i] - y[i] >= j;
      trials[j] += K[i] >= j;
    }
  }
}
parameters {
  real<lower=0, upper=1> m;
  real<lower=1> kappa;
}
model {
  m ~ uniform(0, 1);
  kappa ~ pareto(1, 1.5);
  target += dot_product(successes, log(m * kappa + k));
  target += dot_product(failures, log((1 - m) * kappa + k));
  target += -dot_product(trials, log(kappa + k));
}
generated quantities {
  real log_kappa = log(kappa);
  vector[N] theta;
  for (i in 1:N) theta[i] = beta_rng(m * kappa + y[i], (1 - m) * kappa + K[i] - y[i]);
}
