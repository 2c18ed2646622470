// truncated values that nobody observed, below a mean that the truncation keeps
// fate m: collapsed
// fate mu: sampled
// self-test: passes
// every draw: m[1] in [0, inf]
// every draw: m[2] in [0, inf]
// reference: mu mean 0 sd 1 within 0.03
// density at {"mu": 0.5, "m": [1, 2]}: finite
// collapsed density at {"mu": 0.5, "m": [1, 2]}: finite
parameters { real mu; vector<lower=0>[2] m; }
model {
  mu ~ normal(0, 1);
  for (n in 1:2) m[n] ~ normal(mu, 1) T[0, ];
}
