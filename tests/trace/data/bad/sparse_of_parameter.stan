parameters {
  matrix[2, 2] a;
}
model {
  csr_extract_w(a) ~ normal(0, 1);
}
