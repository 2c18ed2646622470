// One element has another use.
// dimension: 7 -> 3
// kept: sigma, tau, theta[3]
// reason theta: poisson_log
transformed data { array[7] int g = {1, 1, 2, 3, 4, 4, 2}; vector[7] y = [1, 2, 0.3, 4, 2.2, -1, 0.1]'; int k = 3; }
parameters { real mu; vector[4] theta; real<lower=0> tau; real<lower=0> sigma; }
model {
  mu ~ normal(0, 3);
  theta ~ normal(mu, tau);
  y ~ normal(theta[g], sigma);
  k ~ poisson_log(theta[3]);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
