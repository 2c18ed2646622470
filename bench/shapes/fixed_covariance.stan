// A vector with a multi_normal prior whose covariance is data.
data {
  int<lower=1> N;
  matrix[N, N] Sigma;
  vector[N] y;
}
parameters {
  vector[N] x;
  real<lower=0> sigma;
}
model {
  sigma ~ normal(0, 1);
  x ~ multi_normal(rep_vector(0, N), Sigma);
  y ~ normal(x, sigma);
}
