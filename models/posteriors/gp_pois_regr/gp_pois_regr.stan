// Counts whose log rate is a Gaussian process, in the form L * z.
data {
  int<lower=1> N;
  array[N] real x;
  array[N] int<lower=0> k;
}
parameters {
  real<lower=0> rho;
  real<lower=0> alpha;
  vector[N] z;
}
transformed parameters {
  vector[N] f;
  {
    matrix[N, N] covariance = gp_exp_quad_cov(x, alpha, rho);
    for (n in 1 : N) {
      covariance[n, n] += 1e-10;  // keeps the factorisation from failing on round-off
    }
    f = cholesky_decompose(covariance) * z;
  }
}
model {
  rho ~ gamma(25, 4);
  alpha ~ normal(0, 2);
  z ~ normal(0, 1);
  k ~ poisson_log(f);
}
