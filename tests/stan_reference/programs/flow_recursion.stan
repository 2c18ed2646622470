// A recursion whose depth depends on a parameter, and a ternary recursion.
functions {
  real shrink(real x, real c) {
    if (abs(x) < 0.1) return x;
    return c + shrink(0.4 * x, c);
  }
  real depth(real x) {
    return x > 2 ? 0 : 1 + depth(x * x + 0.5);
  }
}
data {
  vector[2] y;
}
parameters {
  real x;
  real c;
}
model {
  x ~ normal(0, 1);
  c ~ normal(0, 1);
  y ~ normal(shrink(x, c), depth(x));
}
