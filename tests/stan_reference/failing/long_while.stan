// Some 20000 rounds, a different number at nearly every point: 2.3 GB after 40 s.
parameters {
  real x;
}
model {
  real t = 0;
  int n = 0;
  x ~ normal(0, 1);
  while (n < 20000 + 1000 * x) {
    t += 1e-6 * x;
    n += 1;
  }
  target += t;
}
