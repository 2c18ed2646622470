// without the leaf x must still be uniform where the leaf exists: (0, 3)
// every draw: x in [0, 3]
// self-test: passes
parameters {
  real<lower=-3, upper=3> x;
  real<lower=-pi(), upper=pi()> z;
}
model {
  z ~ von_mises(0.5, 20 * x);
}
