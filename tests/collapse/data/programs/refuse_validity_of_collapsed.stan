// normal(0, a) needs a > 0: a hidden condition on a.
// dimension: 2 -> 1
// kept: a
// reason a: scale
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real a; real mu; }
model {
  a ~ normal(2, 1);
  mu ~ normal(0, a);
  y ~ normal(mu, 1);
}
