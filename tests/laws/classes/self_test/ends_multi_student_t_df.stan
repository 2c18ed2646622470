// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  vector[2] g;
}
model {
  a ~ normal(0, 1);
  g ~ multi_student_t(a, [0, 0]', [[1, 0], [0, 1]]);
}
