// Equations that are singular to rounding, and have a solution all the same (seed 3033926)
data {
  int<lower=0> K;
  matrix[K, K] X;
  matrix[K, K] X0;
}
parameters {
  vector[K] v;
  cov_matrix[K] S0;
}
model {
  1 ~ normal_id_glm(X, 1, mdivide_left(X0 / S0, X0 * v), 1);
}
