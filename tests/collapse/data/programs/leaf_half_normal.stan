// A half-normal without its normaliser is no density: kept, though nothing uses it. A constant is
// what it integrates to where its arguments are numbers.
// dimension: 2 -> 2
// kept: s, x
parameters { real<lower=0> s; real<lower=0> x; }
model {
  s ~ exponential(1);
  1.0 ~ normal(0, s);
  x ~ normal(s, 1);
}
