// between two bounds, far in a tail
// fate x: collapsed
// self-test: passes
// every draw: x in [4, 5]
// reference: x mean 4.216831 sd 0.195679 within 0.03
parameters { real<lower=4, upper=5> x; }
model {
  x ~ normal(0, 1);
}
