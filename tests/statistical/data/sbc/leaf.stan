// leaf
data { int N; vector[N] y; }
parameters { real mu; real<lower=0> sigma; real<lower=0> unseen; vector[2] ahead; }
model {
  mu ~ normal(0, 2);
  sigma ~ normal(0, 1);
  y ~ student_t(4, mu, sigma);
  unseen ~ weibull(2, sigma);
  ahead ~ logistic(mu, unseen);
}
