// A mean with known standard deviation: nothing is left to sample once mu is integrated out.
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real mu;
}
model {
  mu ~ normal(0, 10);
  y ~ normal(mu, 2);
}
