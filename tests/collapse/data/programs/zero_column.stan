// A column of zeros: with a prior a leaf, without one nothing determines it.
// dimension: 4 -> 2
// kept: b, sigma
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; vector[3] x = [0, 0, 0]'; }
parameters { real a; real b; real c; real<lower=0> sigma; }
model {
  c ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(a + x * b + x * c, sigma);
}
