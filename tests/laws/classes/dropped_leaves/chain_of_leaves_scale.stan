// without the leaf x must still be uniform where the leaf exists: (0, 3)
// every draw: x in [0, 3]
// reference: x mean 1.5 sd 0.866025 within 0.03
// self-test: passes
parameters {
  real<lower=-3, upper=3> x;
  real z;
  real w;
}
model {
  z ~ normal(0, 1);
  w ~ normal(z, x);
}
