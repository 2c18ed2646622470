// Matrices of one number, which quadrature can follow.
// dimension: 3 -> 1
// kept: m
transformed data { array[3] vector[1] y = {[0.3]', [1.1]', [-0.4]'}; }
parameters { cov_matrix[1] V; cov_matrix[1] P; real<lower=0> m; }
model {
  m ~ exponential(1);
  V ~ inv_wishart(2.5, [[1.3]]);
  P ~ wishart(1.5, [[1 + m]]);
  y ~ multi_normal([log(m)]', V);
  y[1] ~ multi_normal([m]', V / 3);
  y ~ multi_normal_prec([m^2]', P);
}
