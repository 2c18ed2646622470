// dimension: 2 -> 1
// kept: sigma
transformed data { vector[4] y = [0.3, -1.2, 2.5, 0.8]'; }
parameters { real mu; real<lower=0> sigma; }
model {
  sigma ~ exponential(1);
  y ~ normal(mu, sigma);
}
