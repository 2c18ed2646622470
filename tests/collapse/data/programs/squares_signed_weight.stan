// A weight that may be negative.
// dimension: 4 -> 4
// kept: t, x
// reason x: may be negative
// reason t: may be negative
transformed data { vector[3] y = [0.4, 1.2, 0.9]'; }
parameters { vector[3] x; real t; }
model {
  target += -0.5 * t * dot_self(x);
  y ~ normal(x, 1);
  t ~ normal(3, 0.1);
}
