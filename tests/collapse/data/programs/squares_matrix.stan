// Quadratic forms with a known matrix, in all the ways to write them.
// dimension: 19 -> 2
// kept: sigma, tau
transformed data {
  matrix[4, 4] Q = [[2, -1, 0, -0.5], [-1, 3, -1, 0], [0, -1, 1.5, -0.5], [-0.5, 0, -0.5, 1]];
  matrix[4, 4] A = [[2, -1, 0.5, -0.5], [-1, 3, -1, 0], [0, -1, 1.5, -0.5], [-0.5, 0.2, -0.5, 1]];
  vector[4] y = [0.4, 1.2, 0.9, 3]';
}
parameters { real m; vector[4] a; vector[4] b; vector[4] c; vector[4] d; real<lower=0> tau; real<lower=0> sigma; }
model {
  m ~ normal(0, 1);
  target += -0.5 * quad_form(Q, a - m);
  target += -0.5 * tau * quad_form_sym(Q, b);
  target += -0.5 * c' * (tau * A) * c;
  target += -tau * (d - a)' * A * (d - a) / (2 * sigma);
  y ~ normal(a + b - c + d, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
