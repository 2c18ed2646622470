// improper: a - b
parameters {
  real a;
  real b;
}
model {
  target += -0.5 * square(a + b);
}
