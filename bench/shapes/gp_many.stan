// Short processes side by side under one covariance, non-centred, with a common mean.
data {
  int<lower=1> N;
  int<lower=1> J;
  array[N] real x;
  matrix[N, J] y;
}
parameters {
  matrix[N, J] z;
  real mean;
  real<lower=0> sd_f;
  real<lower=0> length;
  real<lower=0> sigma;
}
model {
  matrix[N, J] f = mean + cholesky_decompose(add_diag(gp_exp_quad_cov(x, sd_f, length), 1e-8)) * z;
  to_vector(z) ~ std_normal();
  mean ~ normal(0, 1);
  sd_f ~ normal(0, 1);
  length ~ inv_gamma(5, 5);
  sigma ~ normal(0, 1);
  to_vector(y) ~ normal(to_vector(f), sigma);
}
