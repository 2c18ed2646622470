// Priors collected in a transformed parameter, the likelihood under a switch.
data {
  int<lower=0> N;
  int<lower=0> K;
  matrix[N, K] x;
  vector[N] y;
  int prior_only;
}
parameters {
  vector[K] b;
  real intercept;
  real<lower=0> sigma;
}
transformed parameters {
  real lprior = 0;
  for (k in 1 : K) {
    lprior += normal_lpdf(b[k] | 0, 5);
  }
  lprior += student_t_lpdf(intercept | 3, 1, 2.5);
  lprior += student_t_lpdf(sigma | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
}
model {
  if (!prior_only) {
    vector[N] mu = rep_vector(0.0, N);
    mu += intercept;
    for (n in 1 : N) {
      mu[n] += x[n] * b;
    }
    for (n in 1 : N) {
      target += normal_lpdf(y[n] | mu[n], sigma);
    }
  }
  target += lprior;
}
