// a half-normal that nothing depends on
// fate x: collapsed
// self-test: passes
// every draw: x in [0, inf]
// reference: x mean 1.595769 sd 1.205621 within 0.03
parameters { real<lower=0> x; }
model {
  x ~ normal(0, 2);
}
