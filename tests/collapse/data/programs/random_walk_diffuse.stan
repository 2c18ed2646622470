// Without a prior on the first state: the data determine it.
// dimension: 7 -> 2
// kept: sigma, tau
transformed data { vector[5] y = [1, 2, 0.3, 4, 2.2]'; }
parameters { vector[5] x; real<lower=0> tau; real<lower=0> sigma; }
model {
  for (t in 2:5) x[t] ~ normal(x[t - 1], tau);
  y ~ normal(x, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
