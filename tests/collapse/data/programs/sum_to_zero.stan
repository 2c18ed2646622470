// Effects that sum to zero: N normal densities over N - 1 free numbers.
// dimension: 6 -> 2
// kept: sigma, tau
transformed data { array[7] int g = {1, 2, 3, 4, 1, 2, 4}; vector[7] y = [0.4, 1.2, 0.9, 3, 1, 0.2, 2]'; }
parameters { real mu; sum_to_zero_vector[4] x; real<lower=0> tau; real<lower=0> sigma; }
model {
  mu ~ normal(0, 3);
  x ~ normal(0, tau);
  y ~ normal(mu + x[g], sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
