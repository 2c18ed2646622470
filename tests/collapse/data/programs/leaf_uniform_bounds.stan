// Uniform between bounds that are parameters is a density over its whole support.
// dimension: 2 -> 0
// kept:
parameters { real<lower=0> u; real<lower=0, upper=u> x; }
model {
  u ~ exponential(1);
  x ~ uniform(0, u);
}
