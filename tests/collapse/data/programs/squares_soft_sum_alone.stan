// The soft sum alone makes it proper, where only some cells are observed.
// dimension: 6 -> 1
// kept: tau
transformed data { array[4] int n1 = {1, 2, 3, 4}; array[4] int n2 = {2, 3, 4, 5}; }
parameters { vector[5] phi; real<lower=0> tau; }
model {
  target += 2 * log(tau) - 0.5 * tau * dot_self(phi[n1] - phi[n2]);
  sum(phi) ~ normal(0, 0.05);
  1.3 ~ normal(phi[2], 0.5);
  tau ~ gamma(2, 1);
}
