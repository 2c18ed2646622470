// a flat standard deviation: its square is inverse gamma(3/2, 5)
// fate sigma: collapsed
// fate mu: collapsed
// self-test: passes
// reference: sigma mean 2.523133 within 0.05
// proper
transformed data { vector[5] y = [1, 2, 3, 4, 5]'; }
parameters { real mu; real<lower=0> sigma; }
model {
  y ~ normal(mu, sigma);
}
