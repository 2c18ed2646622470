// Small enough for numerical integration over the two free numbers.
// dimension: 4 -> 2
// kept: sigma, tau
transformed data { vector[3] y = [0.4, 1.2, 0.9]'; }
parameters { sum_to_zero_vector[3] x; real<lower=0> tau; real<lower=0> sigma; }
model {
  x ~ normal(0, tau);
  y ~ normal(x, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
