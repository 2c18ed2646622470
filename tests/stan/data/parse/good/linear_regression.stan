data {
  int<lower=0> N; int<lower=1> K;
  matrix[N, K] X;
  vector[N] y;
}
transformed data {
  vector[N] centred = y - mean(y);
  matrix[N, K] Xs;
  for (k in 1 : K) Xs[, k] = (X[, k] - mean(X[, k])) / sd(X[, k]);
}
parameters {
  real alpha;
  vector[K] beta;
  real<lower=0> sigma;
}
model {
  target += normal_lpdf(alpha | 0, 10);
  target += normal_lpdf(beta | 0, 1) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
  centred ~ normal_id_glm(Xs, alpha, beta, sigma);
}
generated quantities {
  array[N] real y_rep = normal_rng(alpha + Xs * beta, sigma);
}
