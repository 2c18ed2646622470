// Half a normal with constant arguments: its normaliser is a number, its support is not the line.
// dimension: 2 -> 2
// kept: mu, sigma
// reason mu: prior has no conjugate form
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> mu; real<lower=0> sigma; }
model {
  mu ~ normal(0, 2) T[0, ];
  sigma ~ exponential(1);
  y ~ normal(mu, sigma);
}
