// dimension: 2 -> 1
// kept: a
transformed data { array[6] int y = {1, 0, 0, 1, 1, 1}; }
parameters { real<lower=0> a; real<lower=0, upper=1> p; }
model {
  a ~ gamma(2, 1);
  p ~ beta(a, 2);
  y ~ bernoulli(p);
}
