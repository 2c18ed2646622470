// A flat standard deviation that the data make proper, with its block, and one without a block.
// dimension: 4 -> 0
// kept:
transformed data {
  vector[6] x = [0.5, -0.5, 1.5, 2, 0.3, -2]';
  vector[6] y = [1, 2, 0.3, 4, 2.2, -1]';
}
parameters { real a; real b; real<lower=0> sigma; real<lower=0> tau; }
transformed parameters { real<lower=0> variance = sigma^2; }
model {
  a ~ normal(0, 10 * sigma);
  y ~ normal(a + b * x, sigma);
  y ~ normal(0.5, 2 * tau);
}
