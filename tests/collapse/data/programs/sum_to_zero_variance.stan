// A scale that all rows share goes after them: it has one row more than there are free numbers.
// dimension: 4 -> 0
// kept:
transformed data { vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { sum_to_zero_vector[4] x; real<lower=0> v; }
model {
  v ~ inv_gamma(3, 2);
  x ~ normal(0.3, sqrt(v));
  y ~ normal(x, 2 * sqrt(v));
}
