// Gamma of gamma of gamma: one of two neighbours goes; the first and the last of three.
// dimension: 3 -> 1
// kept: r2
transformed data { array[2] int y = {3, 4}; }
parameters { real<lower=0> r1; real<lower=0> r2; real<lower=0> r3; }
model {
  r1 ~ gamma(2, 1);
  r2 ~ gamma(3, r1);
  r3 ~ gamma(1.5, 2 * r2);
  y ~ poisson(r3);
}
