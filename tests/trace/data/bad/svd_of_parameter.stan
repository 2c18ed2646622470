parameters {
  matrix[2, 2] a;
}
model {
  to_vector(svd_U(a)) ~ normal(0, 1);
}
