// The same as one statement over all numbers.
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
  {
    matrix[J, K] all;
    for (k in 1 : K) {
      all[ : , k] = to_vector(beta[ : , k]);
    }
    to_vector(all) ~ normal(to_vector(rep_matrix(mu', J)), to_vector(rep_matrix(tau', J)));
  }
}
