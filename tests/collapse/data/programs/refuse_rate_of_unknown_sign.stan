// c may be negative: the rate must be positive, which tells of r too.
// dimension: 2 -> 2
// kept: c, r
transformed data { array[3] int n = {1, 0, 2}; }
parameters { real c; real<lower=0> r; }
model {
  c ~ normal(1, 1);
  r ~ gamma(2, 1);
  n ~ poisson(c * r);
}
