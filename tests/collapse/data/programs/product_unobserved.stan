// With x3 unobserved everything is drawn forward.
// dimension: 3 -> 0
// kept:
parameters { real x1; real x2; real x3; }
model {
  x1 ~ normal(0, 1);
  x2 ~ normal(x1, 1);
  x3 ~ normal(x1 * x2, 1);
}
