// a probability and its complement
// fate p: collapsed
// self-test: passes
// reference: p mean 0.375 sd 0.161374 within 0.03
// every draw: q in [0, 1]
transformed data { array[4] int y = {1, 1, 0, 1}; }
parameters { real<lower=0, upper=1> p; }
transformed parameters { real<lower=0, upper=1> q = 1 - p; }
model {
  p ~ beta(2, 2);
  y ~ bernoulli(q);
}
