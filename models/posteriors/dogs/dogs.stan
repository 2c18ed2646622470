// Dogs learning to avoid a shock: the chance of a shock depends on how often each was avoided and
// received before.
data {
  int<lower=0> n_dogs;
  int<lower=0> n_trials;
  array[n_dogs, n_trials] int<lower=0, upper=1> y;
}
transformed data {
  matrix[n_dogs, n_trials] avoided = rep_matrix(0, n_dogs, n_trials);
  matrix[n_dogs, n_trials] shocked = rep_matrix(0, n_dogs, n_trials);
  for (dog in 1 : n_dogs) {
    for (t in 2 : n_trials) {
      avoided[dog, t] = avoided[dog, t - 1] + (y[dog, t - 1] == 0);
      shocked[dog, t] = shocked[dog, t - 1] + (y[dog, t - 1] == 1);
    }
  }
}
parameters {
  vector[3] beta;
}
model {
  beta ~ normal(0, 100);
  for (dog in 1 : n_dogs) {
    for (t in 1 : n_trials) {
      y[dog, t] ~ bernoulli_logit(beta[1] + beta[2] * avoided[dog, t] + beta[3] * shocked[dog, t]);
    }
  }
}
