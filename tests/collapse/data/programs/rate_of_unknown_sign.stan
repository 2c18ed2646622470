// c may be negative, where the rate is none: that is a condition on c alone, because r is positive.
// dimension: 2 -> 1
// kept: c
transformed data { array[3] int n = {1, 0, 2}; }
parameters { real c; real<lower=0> r; }
model {
  c ~ normal(1, 1);
  r ~ gamma(2, 1);
  n ~ poisson(c * r);
}
