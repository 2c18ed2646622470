// x1 x2: each could go alone, not both; of equals the later one, as in the paper. x3 is a leaf.
// dimension: 2 -> 1
// kept: x1
// reason x1: multiplied with x2
parameters { real x1; real x2; }
model {
  x1 ~ normal(0, 1);
  x2 ~ normal(x1, 1);
  1.5 ~ normal(x1 * x2, 1);
}
