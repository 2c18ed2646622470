// Precisions with Wishart distributions.
// dimension: 7 -> 1
// kept: m
transformed data {
  array[4] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]'};
  cov_matrix[2] S = [[2, 0.3], [0.3, 1]];
}
parameters { cov_matrix[2] P; cov_matrix[2] Q; real<lower=0> m; }
model {
  m ~ exponential(1);
  P ~ wishart(3.5, S / (1 + m));
  Q ~ wishart(2, S);
  y ~ multi_normal_prec([log(m), 0]', P);
  y[2] ~ multi_normal_prec([m, m]', 3 * P);
  for (n in 1:4) y[n] ~ multi_normal_prec([m^n, 1]', n * Q);
}
