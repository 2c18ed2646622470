// dimension: 1 -> 1
// kept: r
// reason r: not in a conjugate form
transformed data { array[3] int n = {3, 5, 1}; }
parameters { real<lower=0> r; }
model {
  r ~ gamma(2, 2);
  n ~ poisson(1 + r);
}
