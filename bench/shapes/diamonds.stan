// A regression with many rows, 24 coefficients and an intercept that has a Student t prior.
data {
  int<lower=1> N;
  int<lower=1> K;
  matrix[N, K] X;
  vector[N] y;
}
transformed data {
  matrix[N, K] centred;
  for (k in 1 : K) centred[ : , k] = X[ : , k] - mean(X[ : , k]);
}
parameters {
  vector[K] b;
  real Intercept;
  real<lower=0> sigma;
}
model {
  b ~ normal(0, 1);
  Intercept ~ student_t(3, 8, 10);
  sigma ~ student_t(3, 0, 10);
  y ~ normal_id_glm(centred, Intercept, b, sigma);
}
