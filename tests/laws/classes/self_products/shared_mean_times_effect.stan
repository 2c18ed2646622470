// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  real m;
  vector[2] b;
}
model {
  m ~ normal(0, 1);
  b ~ normal(m, 0.5);
  y ~ normal((b * rep_row_vector(m, 2)) * x, 1);
}
