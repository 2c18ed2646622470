// Elements that are kept stand in the squares as constants.
// options: keep phi[2]
// dimension: 7 -> 3
// kept: phi[2], sigma, tau
transformed data { array[4] int n1 = {1, 2, 3, 4}; array[4] int n2 = {2, 3, 4, 5}; vector[5] y = [0.4, 1.2, 0.9, 3, 1]'; }
parameters { vector[5] phi; real<lower=0> tau; real<lower=0> sigma; }
model {
  target += -0.5 * tau * dot_self(phi[n1] - phi[n2]);
  y ~ normal(phi, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
