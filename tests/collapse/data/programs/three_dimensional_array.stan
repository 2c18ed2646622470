// dimension: 13 -> 1
// kept: tau
transformed data { array[2, 3, 2] real y = {{{1, 2}, {3, 4}, {0.5, 0.25}}, {{-1, -2}, {1, 1.5}, {0.7, 9}}}; }
parameters { array[2, 3, 2] real theta; real<lower=0> tau; }
model {
  for (i in 1:2) for (j in 1:3) {
    theta[i, j] ~ normal(0.1 * i, tau);
    y[i, j] ~ normal(theta[i, j], 1.5);
  }
  tau ~ exponential(1);
}
