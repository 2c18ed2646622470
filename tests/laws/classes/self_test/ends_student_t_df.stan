// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  real g;
}
model {
  a ~ normal(0, 1);
  g ~ student_t(a, 0, 1);
}
