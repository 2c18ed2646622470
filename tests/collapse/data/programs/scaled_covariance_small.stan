// A mean and a scale, which quadrature can follow.
// dimension: 2 -> 0
transformed data { cov_matrix[2] S = [[2, 0.3], [0.3, 1]]; }
parameters { real<lower=0> v; real m; }
model {
  v ~ inv_gamma(3, 2);
  m ~ normal(1, 2 * sqrt(v));
  [1.2, 0.3]' ~ multi_normal([m, 2 * m]', v * S);
  [0.2, 0.3]' ~ multi_normal_prec([m, 1]', S / v);
}
