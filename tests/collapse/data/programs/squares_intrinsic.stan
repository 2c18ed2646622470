// Pairwise differences as squares that are added to target: the likelihood makes them proper.
// dimension: 6 -> 2
// kept: sigma, tau
transformed data { array[4] int n1 = {1, 2, 3, 1}; array[4] int n2 = {2, 3, 4, 3}; vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { vector[4] phi; real<lower=0> tau; real<lower=0> sigma; }
model {
  target += -0.5 * dot_self(phi[n1] - phi[n2]) / square(tau);
  y ~ normal(phi, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
