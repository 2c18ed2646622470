// A matrix of coefficients for several responses.
// dimension: 8 -> 2
// kept: sigma
transformed data {
  matrix[4, 3] X = [[1, 0.5, 2], [1, -0.5, 1], [1, 1.5, 0], [1, 2, -1]];
  matrix[4, 2] Y = [[1, 2], [0.3, 4], [2.2, -1], [0, 1]];
}
parameters { matrix[3, 2] B; vector<lower=0>[2] sigma; }
model {
  matrix[4, 2] M = X * B;
  to_vector(B) ~ normal(0, 3);
  sigma ~ exponential(1);
  for (k in 1:2) Y[, k] ~ normal(M[, k], sigma[k]);
}
