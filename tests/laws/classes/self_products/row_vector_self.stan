// self-test: passes
data {
  real y;
}
parameters {
  row_vector[2] r;
}
model {
  r ~ normal(0, 1);
  y ~ normal(r * r', 1);
}
