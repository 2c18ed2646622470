// What is computed after the draw changes nothing.
// dimension: 3 -> 1
// kept: sigma
transformed data { vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { real a; real b; real<lower=0> sigma; }
transformed parameters { real c = a * b; }
model {
  a ~ normal(0, 2);
  b ~ normal(0, 2);
  y ~ normal(a + b, sigma);
  sigma ~ exponential(1);
}
generated quantities {
  real d = square(a) + b;
  vector[4] y_new;
  for (i in 1:4) y_new[i] = normal_rng(a + b, sigma);
}
