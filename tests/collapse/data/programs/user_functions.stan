// Densities and means of the user's own making.
// dimension: 3 -> 1
// kept: sigma
functions {
  real twice_lpdf(vector y, real m, real s) { return normal_lpdf(y | m, s) + normal_lpdf(y | m + 1, 2 * s); }
  vector line(real a, real b, vector x) { return a + b * x; }
}
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; vector[3] x = [1, 2, 3]'; }
parameters { real a; real b; real<lower=0> sigma; }
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ twice(a + b, sigma);
  y ~ normal(line(a, b, x), sigma);
}
