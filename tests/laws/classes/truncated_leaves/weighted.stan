// a normal to a power is no normal density
// fate x: sampled
// self-test: passes
// reference: x mean 0.56419 sd 0.426247 within 0.03
parameters { real<lower=0> x; }
model {
  target += 2 * normal_lpdf(x | 0, 1);
}
