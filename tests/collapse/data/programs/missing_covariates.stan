// dimension: 6 -> 3
// kept: b, s_x, sigma
transformed data { vector[4] xo = [0, 0.5, 1, 2]'; vector[6] y = [0.4, 1.2, 0.9, 3, 2, 1]'; }
parameters { real a; real b; vector[2] x_missing; real<lower=0> s_x; real<lower=0> sigma; }
model {
  vector[6] x = append_row(xo, x_missing);
  x ~ normal(0.5, s_x);
  a ~ normal(0, 2);
  b ~ normal(0, 2);
  y ~ normal(a + b * x, sigma);
  s_x ~ exponential(1);
  sigma ~ exponential(1);
}
