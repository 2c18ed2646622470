// Residuals on the left of the tilde.
// dimension: 4 -> 2
// kept: sigma, tau
transformed data { vector[4] x = [0, 0.5, 1, 2]'; vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { real a; real b; real<lower=0> tau; real<lower=0> sigma; }
model {
  y - a - b * x ~ normal(0, sigma);
  a - b ~ normal(1, tau);
  sigma ~ exponential(1);
  tau ~ exponential(1);
}
