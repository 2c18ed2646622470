// Regressions through the functions for generalised linear models, scalar and vector intercepts.
data {
  int<lower=0> N;
  int<lower=0> K;
  matrix[N, K] x;
  vector[N] y;
  array[N] int<lower=0, upper=1> b;
  array[N] int<lower=0> k;
  array[N] int<lower=1, upper=3> c;
}
parameters {
  real alpha;
  vector[K] beta;
  vector[N] shift;
  real<lower=0> sigma;
  real<lower=0> phi;
  matrix[K, 3] category;
  vector[3] base;
}
model {
  alpha ~ normal(0, 2);
  beta ~ normal(0, 1.5);
  shift ~ normal(0, 0.5);
  sigma ~ exponential(1);
  phi ~ exponential(0.5);
  to_vector(category) ~ normal(0, 1);
  base ~ normal(0, 1);
  y ~ normal_id_glm(x, alpha, beta, sigma);
  y ~ normal_id_glm(x, alpha + shift, beta, sigma);
  b ~ bernoulli_logit_glm(x, alpha, beta);
  k ~ poisson_log_glm(x, shift, beta);
  target += neg_binomial_2_log_glm_lpmf(k | x, alpha, beta, phi);
  c ~ categorical_logit_glm(x, base, category);
  for (n in 1:N) {
    c[n] ~ categorical_logit(base + (x[n] * category)');
  }
}
