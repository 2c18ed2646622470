// Missing observations are parameters with a normal of their own.
// dimension: 5 -> 1
// kept: sigma
transformed data { vector[3] y = [0.4, 1.2, 0.9]'; vector[5] x = [1, 2, 3, 4, 5]'; }
parameters { real a; real b; vector[2] y_missing; real<lower=0> sigma; }
model {
  a ~ normal(0, 3);
  b ~ normal(0, 3);
  sigma ~ exponential(1);
  append_row(y, y_missing) ~ normal(a + b * x, sigma);
}
