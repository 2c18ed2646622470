// Eight schools with the effects integrated out by hand, and drawn back.
data {
  int<lower=0> J;
  vector[J] y;
  vector<lower=0>[J] sigma;
}
parameters {
  real mu;
  real<lower=0> tau;
}
model {
  mu ~ normal(0, 5);
  tau ~ cauchy(0, 5);
  y ~ normal(mu, sqrt(square(sigma) + square(tau)));
}
generated quantities {
  vector[J] theta;
  for (j in 1:J) {
    real share = square(tau) / (square(tau) + square(sigma[j]));
    theta[j] = normal_rng(mu + share * (y[j] - mu), sigma[j] * sqrt(share));
  }
}
