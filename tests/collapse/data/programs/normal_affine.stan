// An affine mean with a coefficient that is kept, and a constant.
// dimension: 3 -> 2
// kept: c, sigma
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real mu; real<lower=0> c; real<lower=0> sigma; }
model {
  mu ~ normal(0, 3);
  c ~ exponential(1);
  sigma ~ exponential(1);
  y ~ normal(2 * c * mu / 3 - c + 1, sigma);
}
