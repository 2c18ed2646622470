// dimension: 8 -> 2
// kept: sigma, tau
transformed data { vector[6] y = [1, 2, 0.3, 4, 2.2, -1]'; }
parameters { vector[6] x; real<lower=0> tau; real<lower=0> sigma; }
model {
  x[1] ~ normal(0, 3);
  x[2:6] ~ normal(x[1:5], tau);
  y ~ normal(x, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
