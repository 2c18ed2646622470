// dimension: 3 -> 1
// kept: a
transformed data { array[6] int y = {1, 3, 2, 2, 3, 3}; }
parameters { real<lower=0> a; simplex[3] p; }
model {
  a ~ lognormal(0, 0.5);
  p ~ dirichlet([a, 2, a]');
  y ~ categorical(p);
}
