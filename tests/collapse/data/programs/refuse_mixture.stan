// dimension: 4 -> 4
// kept: mu, p, sigma
// reason mu: no distribution
// reason p: no distribution
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { vector[2] mu; real<lower=0> sigma; real<lower=0, upper=1> p; }
model {
  mu ~ normal(0, 1);
  sigma ~ exponential(1);
  p ~ beta(2, 2);
  for (i in 1:3) target += log_mix(p, normal_lpdf(y[i] | mu[1], sigma), normal_lpdf(y[i] | mu[2], sigma));
}
