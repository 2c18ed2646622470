// A density on a circle is none on the line.
// dimension: 2 -> 1
// kept: x
parameters { real<lower=0> k; real x; }
model {
  k ~ exponential(1);
  x ~ von_mises(0, 2);
}
