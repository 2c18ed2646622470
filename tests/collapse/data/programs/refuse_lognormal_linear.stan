// A lognormal that is used as it is and not through its logarithm.
// dimension: 2 -> 2
// kept: sigma, v
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real<lower=0> v; real<lower=0> sigma; }
model {
  v ~ lognormal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(v, sigma);
}
