// A known precision matrix.
// dimension: 7 -> 2
// kept: sigma, tau
transformed data {
  matrix[4, 4] Q = [[2, -1, 0, 0], [-1, 3, -1, 0], [0, -1, 3, -1], [0, 0, -1, 2]];
  vector[4] y = [0.4, 1.2, 0.9, 3]';
}
parameters { real m; vector[4] x; real<lower=0> tau; real<lower=0> sigma; }
model {
  m ~ normal(0, 1);
  x ~ multi_normal_prec(rep_vector(m, 4), Q);
  y ~ normal(tau * x, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
