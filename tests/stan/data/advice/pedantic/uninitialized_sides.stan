functions {
  real one_side(real x) {
    real a;
    if (x > 0) {
      a = 1;
    }
    return a;
  }
}
parameters {
  real x;
}
model {
  real b;
  if (x > 0) {
    b = 1;
  } else {
    print("b has no value");
  }
  tuple(real, real) t;
  t.1 = x;
  array[2] tuple(real, real) r;
  r[1].2 += x;
  x ~ normal(one_side(x) - b ^ 2 + t.1 + t.2, 1);
}
