// without the leaf x must still be uniform where the leaf exists: (-3, 1)
// every draw: x in [-3, 1]
// reference: x mean -1 sd 1.1547 within 0.03
// self-test: passes
parameters {
  real<lower=-3, upper=3> x;
  real z;
}
model {
  z ~ normal(log1m(x), 1);
}
