// something depends on it: no leaf
// fate x: sampled
// self-test: passes
parameters { real<lower=0> x; }
model {
  x ~ normal(0, 2);
  1.5 ~ normal(x, 1);
}
