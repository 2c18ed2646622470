// a bound that does not always hold stays a condition
// fate a: sampled
// self-test: passes
// every draw: a in [0, inf]
// reference: a mean 0.797885 sd 0.60281 within 0.03
// density at {"a": -0.5}: rejected
// collapsed density at {"a": -0.5}: rejected
parameters { real a; }
transformed parameters { real<lower=1> s = exp(a); }
model {
  a ~ normal(0, 1);
}
