// regression
data { int N; int K; matrix[N, K] X; vector[N] y; }
parameters { real alpha; vector[K] beta; real<lower=0> sigma; }
model {
  alpha ~ normal(0, 3);
  beta ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal_id_glm(X, alpha, beta, sigma);
}
