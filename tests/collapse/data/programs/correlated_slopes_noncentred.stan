// diag_pre_multiply(tau, L) * Z, as brms and the manual write it.
// dimension: 12 -> 4
// kept: L, sigma, tau
transformed data {
  array[7] int g = {1, 1, 2, 3, 3, 3, 2};
  vector[7] x = [0.1, 0.9, -0.4, 0.3, 1.2, -1.1, 0.6]';
  vector[7] y = [1, 2, 0.3, 4, 2.2, -1, 0.1]';
}
parameters {
  vector[2] mu; matrix[2, 3] Z;
  vector<lower=0>[2] tau; cholesky_factor_corr[2] L; real<lower=0> sigma;
}
transformed parameters { matrix[3, 2] b = (diag_pre_multiply(tau, L) * Z)'; }
model {
  mu ~ normal(0, 3);
  to_vector(Z) ~ std_normal();
  y ~ normal(mu[1] + b[g, 1] + (mu[2] + b[g, 2]) .* x, sigma);
  tau ~ exponential(1);
  L ~ lkj_corr_cholesky(2);
  sigma ~ exponential(1);
}
