data {
  int<lower=0> N;
  vector[N] y;
  array[N] int<lower=0, upper=1> hit;
}
parameters {
  real mu;
  real sigma;
  real chance;
  vector[3] weights;
  matrix[3, 3] cov;
}
model {
  mu ~ normal(0, 1);
  sigma ~ normal(0, 1);
  chance ~ normal(0.5, 0.2);
  weights ~ normal(0, 1);
  to_vector(cov) ~ normal(0, 1);
  y ~ normal(mu, sigma);
  hit ~ bernoulli(chance);
  target += categorical_lpmf(2 | weights);
  y[1:3] ~ multi_normal(rep_vector(mu, 3), cov);
}
