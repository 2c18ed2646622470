// The offset's owner goes, what is declared by it stays: only coordinates change.
// dimension: 5 -> 4
// kept: tau, theta
transformed data { array[3] int y = {1, 4, 2}; }
parameters { real mu; real<lower=0> tau; vector<offset=mu, multiplier=tau>[3] theta; }
model {
  mu ~ normal(0, 5);
  tau ~ exponential(1);
  theta ~ normal(mu, tau);
  y ~ poisson_log(theta);
}
