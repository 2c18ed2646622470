// dimension: 2 -> 1
// kept: sigma
transformed data { vector[20] y = linspaced_vector(20, -1, 3); }
parameters { real x; real<lower=0> sigma; }
model {
  x ~ normal(0, 1);
  sigma ~ exponential(1);
  for (i in 1:20) y[i] ~ normal(x, sigma);
}
