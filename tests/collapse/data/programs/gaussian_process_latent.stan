// dimension: 7 -> 3
// kept: alpha, rho, sigma
transformed data { array[4] real x = {0, 0.5, 1, 2}; vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { vector[4] f; real<lower=0> rho; real<lower=0> alpha; real<lower=0> sigma; }
model {
  f ~ multi_normal(rep_vector(0, 4), gp_exp_quad_cov(x, alpha, rho) + diag_matrix(rep_vector(1e-4, 4)));
  y ~ normal(f, sigma);
  rho ~ inv_gamma(5, 5);
  alpha ~ lognormal(0, 0.5);
  sigma ~ lognormal(0, 0.5);
}
