// Two crossed effects: lme4's y ~ x + (1 | a) + (1 | b).
data {
  int<lower=0> N;
  int<lower=0> A;
  int<lower=0> B;
  array[N] int<lower=1, upper=A> a;
  array[N] int<lower=1, upper=B> b;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[2] beta;
  real<lower=0> sd_a;
  real<lower=0> sd_b;
  real<lower=0> sigma;
  vector[A] u;
  vector[B] v;
}
model {
  u ~ normal(0, sd_a);
  v ~ normal(0, sd_b);
  y ~ normal(beta[1] + beta[2] * x + u[a] + v[b], sigma);
}
