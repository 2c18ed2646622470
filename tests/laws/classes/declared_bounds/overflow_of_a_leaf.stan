// a product that is NaN where nothing but the size of doubles makes it so: the leaf falls
// fate tau: collapsed
// fate x: collapsed
// self-test: passes
// every draw: t in [0, inf]
parameters { real x; real<lower=0> tau; }
transformed parameters { real<lower=0> t = tau * exp(x); }
model {
  x ~ normal(0, 1);
  tau ~ gamma(2, 2);
}
