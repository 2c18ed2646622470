// Points are refused under a condition, in the model and in a function.
functions {
  real checked(real x) {
    if (x > 0.9) reject("too large: ", x);
    return sqrt(1 - x);
  }
}
data {
  vector[2] y;
}
parameters {
  real x;
  real z;
}
model {
  x ~ normal(0, 1);
  z ~ normal(0, 1);
  if (x + z < -1) {
    reject("the sum is ", x + z);
  }
  y ~ normal(checked(x), 1 + square(z));
}
