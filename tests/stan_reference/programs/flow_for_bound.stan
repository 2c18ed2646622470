// For loops to bounds that parameters decide, nested, with break and continue.
data {
  vector[4] y;
}
parameters {
  real x;
  real<lower=0> r;
}
model {
  int n = 0;
  real total = 0;
  while (n < x + 2) n += 1;
  for (i in 1:n) {
    for (j in i:n) {
      if (i * r > 4) break;
      if (j * x > i) continue;
      total += r^i / j;
    }
    total -= 0.1 * n;
  }
  x ~ normal(0, 1);
  r ~ gamma(3, 2);
  for (i in 1:min(n, 4)) y[i] ~ normal(total, 1 + n);
}
