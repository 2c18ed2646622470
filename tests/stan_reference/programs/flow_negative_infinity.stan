// Hard constraints by negative infinity, in the model and in a density.
functions {
  real box_lpdf(real x, real low, real high) {
    if (x < low || x > high) return negative_infinity();
    return -log(high - low);
  }
}
data {
  vector[3] y;
}
parameters {
  real x;
  real w;
}
model {
  x ~ box(-1, 2);
  w ~ normal(0, 1);
  if (w > 1) target += negative_infinity();
  else y ~ normal(x * w, 1);
}
