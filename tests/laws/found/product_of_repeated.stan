// A product with what is on both sides (seed 6003960)
data {
  int<lower=0> K;
}
parameters {
  vector[K] u;
  matrix[K, K] A;
}
model {
  1 ~ normal(to_vector(quad_form_diag(cholesky_factor_corr_constrain(to_vector(A)[1:1], K), u)), 1);
}
