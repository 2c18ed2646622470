// The sum of two processes, one of them around a mean.
data {
  int<lower=1> N;
  array[N] real x;
  vector[N] y;
}
parameters {
  vector[N] f;
  vector[N] h;
  real mean;
  vector<lower=0>[2] sd;
  vector<lower=0>[2] length;
  real<lower=0> sigma;
}
model {
  f ~ multi_normal(rep_vector(mean, N), add_diag(gp_exp_quad_cov(x, sd[1], length[1]), 1e-8));
  h ~ multi_normal(rep_vector(0, N), add_diag(gp_matern32_cov(x, sd[2], length[2]), 1e-8));
  mean ~ normal(0, 1);
  sd ~ normal(0, 1);
  length ~ inv_gamma(5, 5);
  sigma ~ normal(0, 1);
  y ~ normal(f + h, sigma);
}
