// r + 2 r is linear in r.
// dimension: 2 -> 1
// kept: a
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> a; real<lower=0> r; }
model {
  a ~ lognormal(0, 1);
  r ~ gamma(2, 1);
  y ~ exponential(r + a * r + 2 * r);
}
