// A leaf lost the condition that its scale matrix is positive definite.
parameters {
  vector[2] z;
  real<lower=0.5, upper=3> k;
}
model {
  z ~ multi_student_t(3, [0, 0]', [[1, 1], [1, k]]);
}
