// without a normaliser the probability above zero would keep the mean: x stays instead
// fate x: sampled
// fate mu: collapsed
// self-test: passes
parameters { real mu; real<lower=0> x; }
model {
  mu ~ normal(0, 1);
  x ~ normal(mu, 1);
  1.5 ~ normal(mu, 1);
}
