// Normal equations of shared columns lost digits that no pivot showed (seed 322500)
data {
  int<lower=0> N;
  int<lower=0> J;
  int<lower=0> K;
  matrix[N, K] X;
}
parameters {
  real b;
  vector[J] u;
  vector[K] v;
}
model {
  sum(u) ~ normal(0, 0.01);
  1 ~ normal(X * v + u, 1);
  1 ~ normal(b, 1);
}
