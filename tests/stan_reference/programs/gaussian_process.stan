// A latent Gaussian process with counts on top, and a marginal one with noise.
data {
  int<lower=1> N;
  array[N] real x;
  array[N] int<lower=0> k;
  vector[N] y;
}
transformed data {
  vector[N] zero = rep_vector(0, N);
  real jitter = 1e-6;
}
parameters {
  real<lower=0> rho;
  real<lower=0> alpha;
  real<lower=0> sigma;
  vector[N] eta;
  real a;
}
transformed parameters {
  vector[N] f;
  {
    matrix[N, N] K = gp_exp_quad_cov(x, alpha, rho) + diag_matrix(rep_vector(jitter, N));
    f = cholesky_decompose(K) * eta;
  }
}
model {
  matrix[N, N] cov = add_diag(gp_matern32_cov(x, alpha, rho), square(sigma));
  matrix[N, N] by_hand;
  for (i in 1:N) {
    for (j in i:N) {
      by_hand[i, j] = square(alpha) * exp(-abs(x[i] - x[j]) / rho);
      by_hand[j, i] = by_hand[i, j];
    }
    by_hand[i, i] += square(sigma);
  }
  rho ~ inv_gamma(5, 5);
  alpha ~ std_normal();
  sigma ~ std_normal();
  eta ~ std_normal();
  a ~ normal(0, 3);
  k ~ poisson_log(a + f);
  y ~ multi_normal_cholesky(zero, cholesky_decompose(cov));
  y ~ multi_normal(rep_vector(a, N), by_hand);
}
