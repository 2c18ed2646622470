// dimension: 4 -> 1
// kept: a
transformed data {
  array[4] int g = {1, 2, 3, 1}; array[4] int y = {1, 0, 1, 1}; array[4] int n = {2, 3, 4, 5};
}
parameters { real<lower=0> a; array[3] real<lower=0, upper=1> p; }
model {
  a ~ lognormal(0, 0.5);
  p ~ beta(a, a);
  for (i in 1:4) {
    y[i] ~ bernoulli(p[g[i]]);
    n[i] ~ binomial(6, 1 - p[g[i]]);
  }
}
