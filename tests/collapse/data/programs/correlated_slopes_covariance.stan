// The same by a covariance matrix, with a mean per group.
// dimension: 11 -> 5
// kept: Omega, sigma, tau
transformed data {
  array[7] int g = {1, 1, 2, 3, 3, 3, 2};
  vector[7] x = [0.1, 0.9, -0.4, 0.3, 1.2, -1.1, 0.6]';
  vector[7] y = [1, 2, 0.3, 4, 2.2, -1, 0.1]';
  array[3] vector[2] m = {[0, 1]', [1, 0]', [0.5, 0.5]'};
}
parameters { array[3] vector[2] b; vector<lower=0>[2] tau; corr_matrix[2] Omega; vector<lower=0>[2] sigma; }
model {
  b ~ multi_normal(m, quad_form_diag(Omega, tau));
  for (i in 1:7) y[i] ~ normal(dot_product(b[g[i]], [1, x[i]]'), sigma[1 + i % 2]);
  tau ~ exponential(1);
  Omega ~ lkj_corr(2);
  sigma ~ exponential(1);
}
