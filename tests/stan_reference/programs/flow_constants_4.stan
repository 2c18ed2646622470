// What `~` leaves out, statement by statement: each is taken where its condition holds.
data {
  real yr;
  vector[3] yv;
  int kb;
  int k;
  array[3] int ka;
  array[3] int k3;
  array[3] int kc;
}
transformed data {
  matrix[3, 3] S = [[2, 0.5, 0.1], [0.5, 1.5, 0.2], [0.1, 0.2, 1.1]];
  matrix[3, 3] L = cholesky_decompose(S);
  matrix[3, 3] R = [[1, 0.5, 0.1], [0.5, 1, 0.2], [0.1, 0.2, 1]];
  matrix[3, 3] LR = cholesky_decompose(R);
  matrix[2, 3] Y = [[0.1, 0.5, 0.8], [0.4, -0.3, 0.2]];
  matrix[3, 2] X = [[0.1, 0.5], [0.4, -0.3], [1, 0.2]];
  matrix[2, 3] B = [[0.1, 0.5, 0.8], [0.4, -0.3, 0.2]];
}
parameters {
  real x;
  real<lower=0> s;
  real<lower=0, upper=1> p;
  vector[37] u;
}
model {
  u ~ normal(0, 1);
  target += -x^2 - s - p;
  if (u[1] > 0) yv ~ multi_normal_cholesky([0.1, 0, 1]', s * L);
  if (u[2] > 0) yv ~ multi_student_t(4, [x, 0, 1]', S);
  if (u[3] > 0) yv ~ multi_student_t(4, [0.1, 0, 1]', s * S);
  if (u[4] > 0) yv ~ multi_student_t(s, [0.1, 0, 1]', S);
  if (u[5] > 0) yv ~ multi_student_t_cholesky(4, [x, 0, 1]', L);
  if (u[6] > 0) Y ~ multi_gp(S, [s, 1]');
  if (u[7] > 0) Y ~ multi_gp_cholesky(L, [s, 1]');
  if (u[8] > 0) S ~ wishart(5, s * S);
  if (u[9] > 0) S ~ inv_wishart(5, s * S);
  if (u[10] > 0) s * S ~ wishart(5, S);
  if (u[11] > 0) s * S ~ inv_wishart(5, S);
  if (u[12] > 0) L ~ wishart_cholesky(5, s * L);
  if (u[13] > 0) L ~ inv_wishart_cholesky(5, s * L);
  if (u[14] > 0) R ~ lkj_corr(s);
  if (u[15] > 0) R ~ lkj_corr(2);
  if (u[16] > 0) LR ~ lkj_corr_cholesky(s);
  if (u[17] > 0) LR ~ lkj_corr_cholesky(2);
  if (u[18] > 0) k3 ~ bernoulli_logit_glm(X, x, [s, 1]');
  if (u[19] > 0) ka ~ poisson_log_glm(X, x, [s, 1]');
  if (u[20] > 0) ka ~ neg_binomial_2_log_glm(X, x, [0.2, 1]', 1.5);
  if (u[21] > 0) ka ~ neg_binomial_2_log_glm(X, 0.1, [0.2, 1]', s);
  if (u[22] > 0) yv ~ normal_id_glm(X, x, [s, 1]', 1.5);
  if (u[23] > 0) yv ~ normal_id_glm(X, 0.3, [0.2, 1]', s);
  if (u[24] > 0) ka ~ binomial_logit_glm({5, 6, 7}, X, x, [s, 1]');
  if (u[25] > 0) kc ~ categorical_logit_glm(X, [x, 0, 0]', B);
  if (u[26] > 0) kc ~ ordered_logistic_glm(X, [x, 0.2]', [-1, 1]');
  if (u[27] > 0) yr ~ wiener(1.5, 0.1, 0.5, x);
  if (u[28] > 0) yr ~ normal(x, 1.5) T[0, ];
  if (u[29] > 0) yr ~ lognormal(x, 1.5) T[0.1, 4];
  if (u[30] > 0) k ~ poisson(s) T[1, ];
  if (u[31] > 0) yv ~ student_t(3, [x, 0.1, 0.2]', 1.5);
  if (u[32] > 0) yv ~ gamma(2.5, [s, 1, 2]');
  if (u[33] > 0) ka ~ poisson([s, 1, 2]');
  if (u[34] > 0) ka ~ neg_binomial_2(s, 1.5);
  if (u[35] > 0) k ~ discrete_range(1, 5);
  if (u[36] > 0) target += normal_lupdf(yr | x, 1.5);
  if (u[37] > 0) target += poisson_lupmf(k | s);
}
