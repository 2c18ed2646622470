// A row without columns, of a third scale, was left out of a pencil (seed 800329)
data {
  int<lower=0> K;
  matrix[K, K] S1;
}
parameters {
  real m0;
  real<lower=0> s;
  vector[K] u;
  matrix[K, K] B;
}
model {
  1 ~ normal(mdivide_right(u' - u', B), s);
  u ~ multi_normal(rep_vector(m0, K), S1);
  to_vector(B) ~ normal(m0, 1);
  m0 ~ normal(0, 1);
}
