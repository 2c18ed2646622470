// Both sides of a condition call the function again: both are traced, so time and memory double with every level.
functions {
  real f(real x, int n) {
    if (n > 50) return x;
    if (x > 0) return f(x * 0.999, n + 1);
    return f(x + 0.001, n + 1);
  }
}
parameters {
  real x;
}
model {
  x ~ normal(0, 1);
  target += f(x, 0);
}
