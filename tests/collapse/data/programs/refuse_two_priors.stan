// Two statements of prior.
// dimension: 1 -> 1
// kept: r
transformed data { array[2] int n = {0, 3}; }
parameters { real<lower=0> r; }
model {
  r ~ gamma(2, 1);
  r ~ gamma(3, 1);
  n ~ poisson(r);
}
