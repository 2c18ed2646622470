// A scale that may be negative rejects: x is in a condition, and s too.
// dimension: 3 -> 1
// kept: s
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real s; real v; real w; }
model {
  s ~ student_t(3, 1, 1);
  v ~ normal(0, s);
  w ~ normal(v, 1);
  y ~ normal(v, 1);
}
