// What is squared must be linear, and of two factors one can go.
// dimension: 6 -> 5
// kept: a, p, v, x
// reason x: not linear
// reason v: squares
transformed data { vector[2] y = [0.4, 1.2]'; }
parameters { vector[2] x; real a; real b; real<lower=0> v; real<lower=0> p; }
model {
  target += -0.5 * sum(square(square(x) - 1));
  target += -0.5 * square(a * b - 1);
  a ~ normal(1, 1);
  b ~ normal(0, 1);
  y ~ normal(x, 1);
  target += -0.5 * square(log(v)) - 0.5 * square(p);
  v ~ lognormal(0, 1);
  p ~ gamma(2, 1);
}
