// A column of zeros beside flat variables made the recovery NaN.
data {
  int<lower=0> N;
  int<lower=0> K;
  matrix[N, K] X;
}
parameters {
  real<lower=0> s;
  vector[N] f;
  vector[K] b;
}
model {
  b ~ normal(0, 1);
  1 ~ normal(s * f + X * b, 1);
}
