// A hidden Markov chain: the forward recursion by hand, transitions from an array of simplexes.
data {
  int<lower=1> K;
  int<lower=1> T;
  vector[T] y;
}
parameters {
  array[K] simplex[K] transition;
  positive_ordered[K] mu;
  real<lower=0> sigma;
}
model {
  array[T, K] real gamma;
  array[K] real acc;
  mu ~ normal(2, 2);
  sigma ~ lognormal(0, 0.5);
  for (k in 1:K) {
    transition[k] ~ dirichlet(rep_vector(1.5, K));
    gamma[1, k] = normal_lpdf(y[1] | mu[k], sigma);
  }
  for (t in 2:T) {
    for (k in 1:K) {
      for (j in 1:K) {
        acc[j] = gamma[t - 1, j] + log(transition[j, k]) + normal_lpdf(y[t] | mu[k], sigma);
      }
      gamma[t, k] = log_sum_exp(acc);
    }
  }
  target += log_sum_exp(gamma[T]);
}
