// A mean and its precision go together.
// dimension: 6 -> 1
// kept: s
transformed data {
  array[4] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]'};
}
parameters { vector[2] mu; cov_matrix[2] P; real<lower=0> s; }
model {
  s ~ exponential(1);
  P ~ wishart(4, [[2, 0.3], [0.3, 1 + s]]);
  mu ~ multi_normal_prec([0.5, -1]', 2.5 * P);
  y ~ multi_normal_prec(mu, P);
  for (n in 1:4) y[n] ~ multi_normal_prec(n * mu + s, P / (n + s));
}
