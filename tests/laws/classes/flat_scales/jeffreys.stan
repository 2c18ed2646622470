// Jeffreys' prior of a standard deviation: its square is inverse gamma(2, 5)
// fate sigma: collapsed
// fate mu: collapsed
// self-test: passes
// reference: sigma mean 1.981664 within 0.03
// reference: mu mean 3 within 0.03
// proper
transformed data { vector[5] y = [1, 2, 3, 4, 5]'; }
parameters { real mu; real<lower=0> sigma; }
model {
  target += -log(sigma);
  y ~ normal(mu, sigma);
}
