// dimension: 3 -> 1
// kept: sigma
transformed data { vector[4] x = [0, 0.5, 1, 2]'; vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { real a; real b; real<lower=0> sigma; }
model {
  a ~ normal(0, 2);
  b ~ normal(0, 2);
  sigma ~ exponential(1);
  y ~ lognormal(a + b * x, sigma);
}
