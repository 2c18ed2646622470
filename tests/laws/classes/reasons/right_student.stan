// reason b: student_t|not normal
data {
  vector[3] y;
}
parameters {
  real b;
}
model {
  b ~ normal(0, 1);
  y ~ student_t(3, b, 1);
}
