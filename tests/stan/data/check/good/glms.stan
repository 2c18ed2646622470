data {
  int N;
  int K;
  matrix[N, K] X;
  vector[N] y;
  array[N] int b;
  array[N] int t;
}
parameters {
  real alpha;
  vector[N] alphas;
  vector[K] beta;
  matrix[K, 3] B;
  vector[3] a3;
  ordered[3] cuts;
  real<lower=0> sigma;
}
model {
  y ~ normal_id_glm(X, alpha, beta, sigma);
  y ~ normal_id_glm(X, alphas, beta, sigma);
  b ~ bernoulli_logit_glm(X, alpha, beta);
  b ~ poisson_log_glm(X, alphas, beta);
  b ~ binomial_logit_glm(t, X, alpha, beta);
  b ~ neg_binomial_2_log_glm(X, alpha, beta, sigma);
  b ~ categorical_logit_glm(X, a3, B);
  b ~ ordered_logistic_glm(X, beta, cuts);
  b ~ ordered_logistic(X * beta, cuts);
  b[1] ~ ordered_probit(alpha, cuts);
}
