// Without a prior of the family, used in another way, or not as a whole.
// dimension: 15 -> 15
// kept: A, B, C, D, E
// reason A: it has no prior of a family
// reason B: wishart
transformed data { vector[2] y = [1.2, 0.3]'; }
parameters { cov_matrix[2] A; cov_matrix[2] B; cov_matrix[2] C; cov_matrix[2] D; cov_matrix[2] E; }
model {
  B ~ wishart(4, [[2, 0.3], [0.3, 1]]);
  C ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  D ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  E ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  for (i in 1:9) y ~ multi_normal([0, i]', A);
  y ~ multi_normal([0, 0]', B);
  y ~ multi_normal([0, 0]', C);
  0.3 ~ normal(0, C[1, 1]);
  y ~ multi_normal([0, 0]', D + [[1, 0], [0, 1]]);
  y ~ multi_normal_prec([0, 0]', E);
}
