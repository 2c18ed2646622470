// Several counts of one simplex, and a kept factor of the simplex's hyper-parameters.
// dimension: 4 -> 2
// kept: a, b
transformed data { array[3, 3] int y = {{1, 3, 2}, {2, 0, 5}, {0, 0, 1}}; }
parameters { real<lower=0> a; real<lower=0> b; simplex[3] p; }
model {
  a ~ exponential(1);
  b ~ lognormal(a, 1);
  p ~ dirichlet([a, b, 1]');
  for (i in 1:3) y[i] ~ multinomial(p);
}
