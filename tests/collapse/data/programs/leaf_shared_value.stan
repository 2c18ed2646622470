// One element as the value of several rows has several factors.
// dimension: 2 -> 1
// kept: x
parameters { real<lower=0> k; real x; }
model {
  k ~ exponential(1);
  x ~ student_t(3, [0, 1]', 1);
}
