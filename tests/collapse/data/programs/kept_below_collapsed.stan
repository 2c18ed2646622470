// A hyper-mean over latent normals that feed a Poisson.
// dimension: 6 -> 5
// kept: tau, theta
// reason theta: poisson_log
transformed data { array[4] int y = {1, 4, 2, 0}; }
parameters { real mu; real<lower=0> tau; vector[4] theta; }
model {
  mu ~ normal(0, 2);
  tau ~ exponential(1);
  theta ~ normal(mu, tau);
  y ~ poisson_log(theta);
}
