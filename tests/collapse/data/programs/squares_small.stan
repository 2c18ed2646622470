// Small enough for numerical integration.
// dimension: 4 -> 2
// kept: sigma, tau
transformed data { matrix[2, 2] Q = [[2, 2.5], [2.5, 4]]; }
parameters { vector[2] x; real<lower=0> tau; real<lower=0> sigma; }
model {
  target += -0.5 * tau * quad_form(Q, x) - square(x[1] - x[2]) / (3 * square(sigma));
  1.2 ~ normal(x[1], sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
