// Degrees of freedom that may be too small, and matrices that may be none of a covariance: rejected as before.
// dimension: 9 -> 2
// kept: nu, r
transformed data { array[3] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]'}; }
parameters { real<lower=0> nu; real<lower=-1.5, upper=1.5> r; cov_matrix[2] V; cov_matrix[2] P; real<lower=0> v; }
model {
  nu ~ normal(1, 1);
  v ~ inv_gamma(2, 1);
  V ~ inv_wishart(nu, [[1, r], [r, 1]]);
  P ~ wishart(2 * nu, [[2, r], [r, 1]]);
  y ~ multi_normal([nu, 0]', V);
  y[1] ~ multi_normal_prec([nu, 0]', P * nu);
  y[2] ~ multi_normal([nu, 0]', v * [[1, r], [r, 1]]);
}
