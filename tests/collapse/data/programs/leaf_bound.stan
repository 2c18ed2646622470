// A bound that mentions a variable is a use of it.
// dimension: 2 -> 2
// kept: u, x
parameters { real<lower=0> u; real<lower=0, upper=u> x; }
model {
  u ~ exponential(1);
  x ~ exponential(1);
}
