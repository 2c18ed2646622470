// The prior makes it proper, but the squares alone are none.
// dimension: 4 -> 4
// kept: sigma, x
// reason x: not positive semi-definite
transformed data { matrix[3, 3] Q = [[1, 2, 0], [2, 1, 0], [0, 0, 1]]; vector[3] y = [0.4, 1.2, 0.9]'; }
parameters { vector[3] x; real<lower=0> sigma; }
model {
  x ~ normal(0, 0.5);
  target += -0.5 * quad_form(Q, x);
  y ~ normal(x, sigma);
  sigma ~ exponential(1);
}
