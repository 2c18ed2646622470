// reason b: student_t|not normal
data {
  vector[3] y;
}
parameters {
  real b;
}
model {
  b ~ student_t(3, 0, 1);
  y ~ normal(b, 1);
}
