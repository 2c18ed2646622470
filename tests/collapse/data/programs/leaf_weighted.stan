// Twice a density is no density.
// dimension: 1 -> 1
// kept: x
parameters { real x; }
model {
  target += 2 * student_t_lpdf(x | 3, 0, 1);
}
