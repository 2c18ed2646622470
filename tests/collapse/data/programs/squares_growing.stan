// A sign that a density does not have.
// dimension: 4 -> 4
// kept: sigma, x
// reason x: the sign of something that grows
transformed data { vector[3] y = [0.4, 1.2, 0.9]'; }
parameters { vector[3] x; real<lower=0> sigma; }
model {
  x ~ normal(0, 0.5);
  target += 0.5 * dot_self(x);
  y ~ normal(x, sigma);
  sigma ~ exponential(1);
}
