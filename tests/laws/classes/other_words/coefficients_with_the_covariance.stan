// A regression of vectors whose coefficients have their covariance, column by column.
// fate B: collapsed
// fate V: collapsed
// self-test: passes
data {
  int n;
  array[n] vector[2] y;
  matrix[n, 2] X;
}
parameters {
  matrix[2, 2] B;
  cov_matrix[2] V;
}
model {
  V ~ inv_wishart(6, identity_matrix(2));
  for (k in 1 : 2) 
    B[ : , k] ~ multi_normal(rep_vector(0, 2), 25 * V);
  for (i in 1 : n) 
    y[i] ~ multi_normal(B * X[i]', V);
}
