// The paper's gamma example: only x1 stays.
// dimension: 2 -> 1
// kept: x1
parameters { real x1; real<lower=0> x2; }
model {
  x1 ~ normal(0, 5);
  x2 ~ gamma(exp(x1), 1);
  0.8 ~ gamma(exp(x1), 2 * x2);
  1.9 ~ exponential(x2);
}
