// One element is used in another way; predictions and their parents are leaves; a matrix goes in part.
data {
  int<lower=1> N;
  vector[N] y;
  int<lower=0> k;
}
parameters {
  real mu;
  vector[N] theta;
  matrix[3, 2] B;
  real new_theta;
  real new_y;
}
model {
  mu ~ normal(0, 5);
  theta ~ normal(mu, 2);
  y ~ normal(theta, 1);
  k ~ poisson_log(theta[3]);
  to_vector(B) ~ normal(0, 1);
  y[1] ~ normal(exp(B[2, 1]) + B[3, 2], 1);
  new_theta ~ normal(mu, 2);
  new_y ~ normal(new_theta, 1);
}
