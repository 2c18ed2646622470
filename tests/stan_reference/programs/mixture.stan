// Mixtures with the component summed out, by log_sum_exp over a vector and by log_mix.
data {
  int<lower=1> K;
  int<lower=0> N;
  array[N] real y;
}
parameters {
  simplex[K] weight;
  ordered[K] mu;
  vector<lower=0>[K] sigma;
  real<lower=0, upper=1> lambda;
}
transformed parameters {
  vector[K] log_weight = log(weight);
}
model {
  mu ~ normal(0, 5);
  sigma ~ lognormal(0, 1);
  weight ~ dirichlet(rep_vector(2.0, K));
  for (n in 1:N) {
    vector[K] lps = log_weight;
    for (k in 1:K) {
      lps[k] += normal_lpdf(y[n] | mu[k], sigma[k]);
    }
    target += log_sum_exp(lps);
  }
  for (n in 1:N) {
    target += log_mix(lambda, student_t_lpdf(y[n] | 5, mu[1], sigma[1]),
                      cauchy_lpdf(y[n] | mu[K], sigma[K]));
  }
  target += log_sum_exp(log(lambda) + normal_lpdf(y[1] | 0, 2),
                        log1m(lambda) + normal_lpdf(y[1] | 1, 3));
}
