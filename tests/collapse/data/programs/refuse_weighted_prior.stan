// A prior to some power is not normalised, and of no family as it stands.
// dimension: 1 -> 1
// kept: v
// reason v: weighted
transformed data { int n = 3; }
parameters { real<lower=0> v; }
model {
  target += 2 * gamma_lpdf(v | 2, 1);
  n ~ poisson(v);
}
