// Eight schools, school effects as standardised deviations from the common mean.
data {
  int<lower=0> J;
  vector[J] y;
  vector<lower=0>[J] sigma;
}
parameters {
  vector[J] deviation;
  real mu;
  real<lower=0> tau;
}
transformed parameters {
  vector[J] theta = mu + tau * deviation;
}
model {
  mu ~ normal(0, 5);
  tau ~ cauchy(0, 5);
  deviation ~ std_normal();
  y ~ normal(theta, sigma);
}
