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
  if (u[1] > 0) yr ~ loglogistic(1.5, s);
  if (u[2] > 0) yr ~ loglogistic(s, 1.5);
  if (u[3] > 0) s ~ loglogistic(1.5, 2);
  if (u[4] > 0) kb ~ bernoulli(p);
  if (u[5] > 0) kb ~ bernoulli_logit(x);
  if (u[6] > 0) k ~ binomial(5, p);
  if (u[7] > 0) k ~ binomial_logit(5, x);
  if (u[8] > 0) ka ~ binomial(5, p);
  if (u[9] > 0) k ~ beta_binomial(5, s, 2);
  if (u[10] > 0) k ~ beta_binomial(5, 1.5, s);
  if (u[11] > 0) k ~ poisson(s);
  if (u[12] > 0) ka ~ poisson(s);
  if (u[13] > 0) k ~ poisson(1.5);
  if (u[14] > 0) k ~ poisson_log(x);
  if (u[15] > 0) k ~ neg_binomial(s, 1.5);
  if (u[16] > 0) k ~ neg_binomial(2.5, s);
  if (u[17] > 0) k ~ neg_binomial_2(s, 1.5);
  if (u[18] > 0) k ~ neg_binomial_2(2.5, s);
  if (u[19] > 0) k ~ neg_binomial_2_log(x, 1.5);
  if (u[20] > 0) k ~ neg_binomial_2_log(0.3, s);
  if (u[21] > 0) k ~ hypergeometric(4, 5, 6);
  if (u[22] > 0) k ~ categorical([0.5, 0.3, 0.2]');
  if (u[23] > 0) k ~ categorical([p, 0.5 * (1 - p), 0.5 * (1 - p)]');
  if (u[24] > 0) k ~ categorical_logit([x, 0.2, s]');
  if (u[25] > 0) k ~ ordered_logistic(x, [-1, 1]');
  if (u[26] > 0) k ~ ordered_logistic(0.2, [-1, s]');
  if (u[28] > 0) ka ~ multinomial([p, 0.5 * (1 - p), 0.5 * (1 - p)]');
  if (u[29] > 0) [p, 0.5 * (1 - p), 0.5 * (1 - p)]' ~ dirichlet([2, 3, 4]');
  if (u[30] > 0) [0.2, 0.3, 0.5]' ~ dirichlet([s, 3, 4]');
  if (u[31] > 0) ka ~ dirichlet_multinomial([s, 3, 4]');
  if (u[32] > 0) yv ~ multi_normal([x, 0, 1]', S);
  if (u[33] > 0) yv ~ multi_normal([0.1, 0, 1]', s * S);
  if (u[34] > 0) yv ~ multi_normal([x, 0, 1]', s * S);
  if (u[35] > 0) yv ~ multi_normal_prec([x, 0, 1]', S);
  if (u[36] > 0) yv ~ multi_normal_prec([0.1, 0, 1]', s * S);
  if (u[37] > 0) yv ~ multi_normal_cholesky([x, 0, 1]', L);
}
