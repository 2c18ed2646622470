// Levels without data, whose precision is collapsed with the others.
// dimension: 11 -> 0
// kept:
transformed data {
  array[6] int g = {1, 2, 4, 1, 2, 4};
  array[6] vector[2] y = {[1.2, 0.3]', [2.1, 0.8]', [-0.7, 1.1]', [2.5, 0.1]', [0.6, -0.2]', [1.9, 0.4]'};
}
parameters { array[4] vector[2] mu; cov_matrix[2] V; }
model {
  V ~ wishart(4, identity_matrix(2));
  mu ~ multi_normal_prec(rep_vector(0, 2), V * 0.5);
  for (n in 1:6) y[n] ~ multi_normal_prec(mu[g[n]], V);
}
