// dimension: 5 -> 2
// kept: a, b
transformed data { array[5] int g = {1, 1, 2, 3, 3}; array[5] int y = {3, 2, 0, 9, 4}; vector[5] e = [1, 2, 0.5, 3, 1]'; }
parameters { real<lower=0> a; real<lower=0> b; vector<lower=0>[3] lambda; }
model {
  a ~ exponential(1);
  b ~ exponential(1);
  lambda ~ gamma(a, b);
  y ~ poisson(e .* lambda[g]);
}
