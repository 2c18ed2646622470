// Two effects that the data see only together, one of them among many: digits of the density were lost (seed 24462).
data {
  int<lower=0> N;
  int<lower=0> J;
  vector[N] y;
  vector<lower=0>[N] r;
  array[N] int<lower=1, upper=1> g;
}
parameters {
  real<lower=0> s1;
  vector[J] u1;
  real m2;
  real<lower=0> s2;
  vector[J] u2;
}
model {
  u1 ~ normal(0, s1);
  m2 ~ normal(0, 5);
  u2 ~ normal(m2, 1 / sqrt(s2));
  y ~ multi_normal(u1[1] + u2[g], diag_matrix(square(r)));
}
