// Sums, differences, means and products with constants.
// dimension: 6 -> 2
// kept: s, t
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { vector[3] a; real b; real<lower=0> s; real<lower=0> t; }
model {
  a ~ normal(0, t);
  b ~ normal(sum(a) / 3, 1);
  y ~ normal(-2 * (a - b) / 3 + mean(a) + reverse(a), s);
  1.2 ~ normal(a' * y - dot_product(a[1:2], [1, 2]'), s);
  s ~ exponential(1);
  t ~ exponential(1);
}
