// An array of vectors, one statement per vector, with hyperparameters by position.
data {
  int<lower=0> J;
  int<lower=0> K;
}
parameters {
  vector[K] mu;
  vector<lower=0>[K] tau;
  array[J] vector[K] beta;
}
model {
  mu ~ normal(0, 5);
  tau ~ exponential(1);
  for (j in 1 : J) {
    beta[j] ~ normal(mu, tau);
  }
}
