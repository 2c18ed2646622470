// The same with a scale that goes, too.
// dimension: 2 -> 0
// kept:
transformed data { vector[2] y = [0.4, 1.2]'; }
parameters { sum_to_zero_vector[2] x; real<lower=0> v; }
model {
  v ~ inv_gamma(3, 2);
  x ~ normal(0.3, sqrt(v));
  y ~ normal(x, 2 * sqrt(v));
}
