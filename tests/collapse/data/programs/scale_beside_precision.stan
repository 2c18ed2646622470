// Of a variance and a precision in one scale the variance goes, with the block that has it in every row.
// dimension: 7 -> 1
// kept: k
// reason k: v was collapsed instead
transformed data {
  array[8] int g = {1, 2, 3, 1, 2, 3, 1, 3};
  vector[8] x = [0.2, -1.1, 0.7, 1.3, -0.4, 0.1, 2.0, -0.9]';
  vector[8] y = [1.2, 0.3, 2.1, 0.8, -0.7, 1.1, 2.5, 0.1]';
}
parameters { real m; vector[3] u; real<lower=0> v; real<lower=0> k; real b; }
model {
  m ~ normal(0, sqrt(v) * 10);
  b ~ normal(0, sqrt(v));
  u ~ normal(m, sqrt(v / k));
  k ~ gamma(2, 1);
  v ~ inv_gamma(2, 1);
  y ~ normal(u[g] + b * x, sqrt(v));
}
