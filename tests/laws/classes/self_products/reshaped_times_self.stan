// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  vector[4] v;
}
model {
  v ~ normal(0, 1);
  y ~ normal(to_matrix(v, 2, 2) * v[1:2], 1);
}
