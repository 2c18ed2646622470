functions {
  real soft_lpdf(real x, real s) { return -square(x / s); }
}
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real<lower=0> rate;
  real x;
  real<lower=0> s;
}
transformed parameters {
  real log_rate = log(rate);
  jacobian += -log_rate;
}
model {
  target += normal_lpdf(x | 0, 1) + exponential_lpdf(s | 1);
  log_rate ~ normal(0, 1);
  x ~ soft(2);
  y ~ normal(x, s * rate);
}
