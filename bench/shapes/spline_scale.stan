// A spline whose coefficients walk, with a scale that changes from row to row.
data {
  int<lower=1> N;
  int<lower=3> M;
  matrix[N, M] B;
  vector[N] x;
  vector[N] y;
}
parameters {
  real<lower=0> tau;
  real gamma0;
  real gamma1;
  vector[M] b;
}
model {
  tau ~ normal(0, 1);
  gamma0 ~ normal(0, 2);
  gamma1 ~ normal(0, 2);
  b[1] ~ normal(0, 5);
  b[2 : M] ~ normal(b[1 : M - 1], tau);
  y ~ normal(B * b, exp(gamma0 + gamma1 * x));
}
