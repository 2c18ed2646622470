// What `~` leaves out, statement by statement: each is taken where its condition holds.
transformed data {
  matrix[2, 3] Y = [[0.1, 0.5, 0.8], [0.4, -0.3, 0.2]];
  matrix[3, 3] S = [[2, 0.5, 0.1], [0.5, 1.5, 0.2], [0.1, 0.2, 1.1]];
  matrix[2, 2] R = [[1.5, 0.5], [0.5, 1]];
  matrix[3, 2] X = [[0.1, 0.5], [0.4, -0.3], [1, 0.2]];
  array[3] int ka = {1, 0, 4};
  array[3] int none = {0, 0, 0};
}
parameters {
  real x;
  real<lower=0> s;
  vector[16] u;
}
model {
  u ~ normal(0, 1);
  target += -x^2 - s;
  if (u[1] > 0) Y ~ gaussian_dlm_obs(R, R, R, s * R, [0, 0]', R);
  if (u[2] > 0) Y ~ gaussian_dlm_obs(R, R, [s, 1]', R, [0, 0]', R);
  if (u[5] > 0) S ~ wishart(4 + s, S);
  if (u[6] > 0) S ~ inv_wishart(4 + s, S);
  if (u[7] > 0) s * Y ~ multi_gp(S, [2, 1]');
  if (u[8] > 0) Y ~ multi_gp(s * S, [2, 1]');
  if (u[9] > 0) Y ~ multi_gp_cholesky(s * cholesky_decompose(S), [2, 1]');
  if (u[10] > 0) ka ~ neg_binomial_2_log_glm(s * X, 0.1, [0.2, 1]', 1.5);
  if (u[11] > 0) ka ~ neg_binomial_2_log_glm(X, [0.1, x, 1]', [0.2, 1]', 1.5);
  if (u[12] > 0) none ~ dirichlet_multinomial([s, 3, 4]');
  if (u[13] > 0) ka ~ multinomial_logit([x, 3, 4]');
  if (u[15] > 0) Y ~ multi_gp(S, [2, 1]');
  if (u[16] > 0) ka ~ neg_binomial_2_log_glm(X, 0.1, [0.2, 1]', 1.5);
}
