// The sum to zero of an intrinsic autoregression makes it proper without a likelihood on every cell.
// dimension: 6 -> 2
// kept: sigma, tau
transformed data { array[4] int n1 = {1, 2, 3, 4}; array[4] int n2 = {2, 3, 4, 5}; }
parameters { sum_to_zero_vector[5] phi; real<lower=0> tau; real<lower=0> sigma; }
model {
  target += 2 * log(tau) - 0.5 * tau * dot_self(phi[n1] - phi[n2]);
  1.3 ~ normal(phi[2], sigma);
  tau ~ gamma(2, 1);
  sigma ~ exponential(1);
}
