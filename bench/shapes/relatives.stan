// Breeding values of relatives: a known matrix times a variance that is not known.
data {
  int<lower=1> N;
  matrix[N, N] A;
  vector[N] x;
  vector[N] y;
}
parameters {
  real mu;
  real b;
  vector[N] a;
  real<lower=0> sigma_a;
  real<lower=0> sigma;
}
model {
  mu ~ normal(0, 5);
  b ~ normal(0, 2);
  sigma_a ~ normal(0, 1);
  sigma ~ normal(0, 1);
  a ~ multi_normal(rep_vector(0, N), square(sigma_a) * A);
  y ~ normal(mu + b * x + a, sigma);
}
