// options: keep theta[2]
// dimension: 5 -> 2
// kept: tau, theta[2]
transformed data { vector[3] y = [1, 2, 0.3]'; }
parameters { real mu; vector[3] theta; real<lower=0> tau; }
model {
  mu ~ normal(0, 3);
  theta ~ normal(mu, tau);
  y ~ normal(theta, 1);
  tau ~ exponential(1);
}
