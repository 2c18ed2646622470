// Two rates that are added.
// dimension: 2 -> 2
// kept: q, r
transformed data { array[3] int n = {3, 5, 1}; }
parameters { real<lower=0> r; real<lower=0> q; }
model {
  r ~ gamma(2, 2);
  q ~ gamma(2, 2);
  n ~ poisson(r + q);
}
