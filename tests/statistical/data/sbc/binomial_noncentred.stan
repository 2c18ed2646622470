// The same groups by their standard normal deviations.
data {
  int J;
  array[J] int<lower=0> n;
  array[J] int<lower=0> y;
}
parameters {
  real mu;
  real<lower=0> tau;
  vector[J] z;
}
model {
  mu ~ normal(0, 1);
  tau ~ normal(0, 1);
  z ~ std_normal();
  y ~ binomial_logit(n, mu + tau * z);
}
