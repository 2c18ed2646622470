// Two flat variables, each in the mean of the other, lost a part of the density.
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real<lower=0> s;
}
model {
  1 ~ normal(a, s);
  y ~ normal(a + b, 1);
  a ~ normal(b, 1);
}
