// The penalty knows differences only, and the data the sum of intercept and effect.
// improper: a - b[1] - b[2] - b[3]
parameters {
  real a;
  vector[3] b;
}
model {
  matrix[3, 3] Q = [[1, -1, 0], [-1, 2, -1], [0, -1, 1]];
  target += -0.5 * quad_form(Q, b);
  1 ~ normal(a + b[1], 1);
  1 ~ normal(a + b[2], 1);
}
