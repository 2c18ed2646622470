// shared scale
data { int N; vector[N] x; vector[N] y; }
parameters { real<lower=0> g; real<lower=0> sigma2; vector[2] beta; }
model {
  g ~ lognormal(0, 0.4);
  sigma2 ~ inv_gamma(6, 5);
  beta ~ normal(0, g * sqrt(sigma2));
  y ~ normal(beta[1] + beta[2] * x, sqrt(sigma2));
}
