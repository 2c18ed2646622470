// the root of a negative number is NaN, which Stan refuses: the condition stays though the range of a root is never negative
// fate a: sampled
// fate b: collapsed
// self-test: passes
// every draw: a in [0, inf]
// reference: a mean 0.797885 sd 0.60281 within 0.03
// density at {"a": -0.5, "b": 1}: rejected
// collapsed density at {"a": -0.5, "b": 1}: rejected
// collapsed density at {"a": 0.5, "b": 1}: finite
parameters { real a; real b; }
transformed parameters { real<lower=0> s = sqrt(a); }
model {
  a ~ normal(0, 1);
  b ~ normal(a, 1);
}
