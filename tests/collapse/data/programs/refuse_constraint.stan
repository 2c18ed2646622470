// A transformed parameter that must be positive tells of what it is made of.
// dimension: 3 -> 3
// kept: a, b, sigma
// reason a: m
// reason b: m
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; vector[3] x = [1, 2, 3]'; }
parameters { real a; real b; real<lower=0> sigma; }
transformed parameters { vector<lower=0>[3] m = a + b * x; }
model {
  a ~ normal(3, 1);
  b ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(m, sigma);
}
