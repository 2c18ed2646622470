// dimension: 6 -> 2
// kept: sigma, tau
transformed data { array[7] int g = {1, 1, 2, 3, 3, 3, 2}; vector[7] y = [1, 2, 0.3, 4, 2.2, -1, 0.1]'; }
parameters { real mu; real<lower=0> tau; vector[3] z; real<lower=0> sigma; }
transformed parameters { vector[3] theta = mu + tau * z; }
model {
  mu ~ normal(0, 5);
  tau ~ cauchy(0, 5);
  z ~ std_normal();
  y ~ normal(theta[g], sigma);
  sigma ~ exponential(1);
}
