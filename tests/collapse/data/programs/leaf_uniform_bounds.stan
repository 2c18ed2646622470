// Uniform between bounds that are parameters is a density over its whole support: x goes.
// dimension: 2 -> 1
// kept: u
// reason u: it is in a bound of x
parameters { real<lower=0> u; real<lower=0, upper=u> x; }
model {
  u ~ exponential(1);
  x ~ uniform(0, u);
}
