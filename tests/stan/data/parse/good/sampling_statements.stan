data { int N; vector[N] y; array[N] int n; matrix[N, N] M; }
parameters { real mu; real<lower=0> sigma; vector[N] z; matrix[N, 2] Z; }
model {
  y ~ normal(mu, sigma) T[0, ];
  y[1] ~ normal(mu, sigma) T[, 10];
  y[2] ~ normal(mu, sigma) T[-1, mu + 1];
  y[3] ~ normal(mu, sigma) T[ , ];
  y - M * z ~ normal(0, sigma);
  to_vector(Z) ~ std_normal();
  y[2 : N] ~ normal(y[1 : (N - 1)], sigma);
  (y + 1) ~ normal(0, 1);
  -mu ~ exponential(1);
  1 ~ bernoulli(inv_logit(mu));
  log(sigma) ~ normal(0, 1);
  target += -log(sigma);
  target += normal_lupdf(y | mu, sigma);
  {1.5, 2} ~ normal(0, 1);
  [1.5, mu] ~ normal(0, 1);
  M[1]' ~ normal(0, 1);
  n ~ poisson_log(mu);
}
