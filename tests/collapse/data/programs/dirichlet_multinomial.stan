// An array of simplexes, each with counts, one without any.
// dimension: 7 -> 1
// kept: a
transformed data { array[2, 3] int y = {{1, 3, 2}, {2, 0, 5}}; }
parameters { real<lower=0> a; array[3] simplex[3] p; }
model {
  a ~ lognormal(0, 0.5);
  for (i in 1:3) p[i] ~ dirichlet([a, 2, a]');
  for (i in 1:2) y[i] ~ multinomial(p[i]);
}
