// density at {"x": -1}: finite
parameters {
  real x;
}
model {
  real t = uniform_lpdf(x | 0, 1);
  x ~ normal(0, 1);
}
