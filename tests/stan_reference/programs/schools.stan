// Groups with a common mean and spread, written around them by offset and multiplier.
data {
  int<lower=0> J;
  int<lower=0> N;
  array[N] int<lower=1, upper=J> school;
  vector[N] y;
  vector<lower=0>[N] sigma;
}
parameters {
  real mu;
  real<lower=0> tau;
  vector<offset=mu, multiplier=tau>[J] theta;
  vector[J] eta;
}
transformed parameters {
  vector[J] beta = 0.3 * mu + tau * eta;
}
model {
  mu ~ normal(5, 3);
  target += cauchy_lpdf(tau | 0, 5) - cauchy_lccdf(0 | 0, 5);
  theta ~ normal(mu, tau);
  eta ~ std_normal();
  for (n in 1:N) {
    y[n] ~ normal(theta[school[n]] + 0.1 * beta[school[n]], sigma[n]);
  }
}
