// improper: a - b[1] - b[2]
data {
  vector[2] y;
}
parameters {
  real a;
  vector[2] b;
}
model {
  y ~ multi_normal(a + b, [[1, 0.5], [0.5, 1]]);
}
