// improper: a - b
data {
  vector[5] y;
}
parameters {
  real a;
  real b;
}
model {
  y ~ cauchy(a + b, 1);
}
