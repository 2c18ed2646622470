// Coefficients that are NaN were taken for coefficients that cancel (seed 2002087)
data {
  int<lower=0> K;
  vector[K] y;
  matrix[K, K] X0;
  matrix[K, K] S1;
}
parameters {
  real<lower=0> s;
  vector[K] v;
}
model {
  y ~ multi_normal_cholesky(mdivide_left(inverse(X0), offset_multiplier_constrain(v, v[2], s)), cholesky_decompose(S1));
  v ~ normal(1, 1);
}
