parameters {
  matrix[2, 2] G;
}
model {
  [[1, 2, 3]] ~ gaussian_dlm_obs([[1]], G, [1]', [[1]], [0]', [[1]]);
}
