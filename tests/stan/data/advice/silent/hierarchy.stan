data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> group;
  vector[N] y;
  real<lower=0> prior_scale;
}
parameters {
  real mu;
  real<lower=0> tau;
  real<lower=0> sigma;
  vector[J] z;
  real<lower=0, upper=1> rho;
  simplex[3] share;
}
transformed parameters {
  vector[J] theta = mu + tau * z;
}
model {
  mu ~ normal(0, prior_scale);
  tau ~ normal(0, 5);
  sigma ~ exponential(1);
  z ~ std_normal();
  for (j in 1:num_elements(z)) target += rows(theta) > 2 ? 0 : 1;
  if (size(z) > 0) y ~ normal(theta[group] * rho + share[1], sigma);
}
