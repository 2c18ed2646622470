// As many rows as columns, with a shared scale: a constant that is NaN is refused all the same.
// dimension: 3 -> 1
// kept: a
parameters { real a; real b; real<lower=0> s; }
model {
  a ~ normal(0, 1);
  s ~ gamma(2, 1);
  1 ~ normal(log(a) + b, 1 / sqrt(s));
}
