// Pairwise differences with a soft sum to zero: proper together.
// dimension: 6 -> 2
// kept: sigma, tau
transformed data { array[4] int n1 = {1, 2, 3, 1}; array[4] int n2 = {2, 3, 4, 3}; vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { vector[4] phi; real<lower=0> tau; real<lower=0> sigma; }
model {
  phi[n1] - phi[n2] ~ normal(0, tau);
  sum(phi) ~ normal(0, 0.004);
  y ~ normal(phi, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
