// A Gaussian process at every point, as a parameter with a multi_normal prior, and noise.
data {
  int<lower=1> N;
  array[N] real x;
  vector[N] y;
}
parameters {
  real<lower=0> sd_f;
  real<lower=0> length;
  real<lower=0> sigma;
  vector[N] f;
}
model {
  matrix[N, N] K = add_diag(gp_exp_quad_cov(x, sd_f, length), 1e-8);
  sd_f ~ normal(0, 2);
  length ~ inv_gamma(5, 5);
  sigma ~ normal(0, 1);
  f ~ multi_normal(rep_vector(0, N), K);
  y ~ normal(f, sigma);
}
