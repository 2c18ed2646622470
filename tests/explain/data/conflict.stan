// The product of two: one of them goes.
data {
  real x3;
}
parameters {
  real x1;
  real x2;
}
model {
  x1 ~ normal(0, 1);
  x2 ~ normal(x1, 1);
  x3 ~ normal(x1 * x2, 1);
}
