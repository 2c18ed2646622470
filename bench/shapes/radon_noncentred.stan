// Partially pooled intercepts, not centred: the model of radon_centred.stan in other words.
data {
  int<lower=1> N;
  int<lower=1> J;
  array[N] int<lower=1, upper=J> county;
  vector[N] y;
}
parameters {
  vector[J] z;
  real mu;
  real<lower=0> tau;
  real<lower=0> sigma;
}
transformed parameters {
  vector[J] alpha = mu + tau * z;
}
model {
  mu ~ normal(0, 10);
  tau ~ normal(0, 1);
  sigma ~ normal(0, 1);
  z ~ std_normal();
  y ~ normal(alpha[county], sigma);
}
