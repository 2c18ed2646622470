// dimension: 2 -> 1
// kept: s
parameters { real<lower=0> s; real x; }
model {
  s ~ exponential(1);
  0.4 ~ normal(0, s);
  x ~ student_t(3, s, s);
}
