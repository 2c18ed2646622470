// dimension: 6 -> 2
// kept: sigma, tau
transformed data { array[7] int g = {1, 1, 2, 3, 3, 3, 2}; vector[7] y = [1, 2, 0.3, 4, 2.2, -1, 0.1]'; }
parameters { real mu; vector[3] a; real<lower=0> tau; real<lower=0> sigma; }
model {
  a ~ normal(mu, tau);
  y ~ normal(a[g], sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
