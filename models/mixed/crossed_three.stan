// Three crossed effects of different scales: lme4's y ~ x + (1 | a) + (1 | b) + (1 | c).
data {
  int<lower=0> N;
  int<lower=0> A;
  int<lower=0> B;
  int<lower=0> C;
  array[N] int<lower=1, upper=A> a;
  array[N] int<lower=1, upper=B> b;
  array[N] int<lower=1, upper=C> c;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[2] beta;
  real<lower=0> sd_a;
  real<lower=0> sd_b;
  real<lower=0> sd_c;
  real<lower=0> sigma;
  vector[A] u;
  vector[B] v;
  vector[C] w;
}
model {
  u ~ normal(0, sd_a);
  v ~ normal(0, sd_b);
  w ~ normal(0, sd_c);
  y ~ normal(beta[1] + beta[2] * x + u[a] + v[b] + w[c], sigma);
}
