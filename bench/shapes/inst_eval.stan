// lme4's InstEval: y ~ service + (1 | student) + (1 | lecturer) + (1 | dept), flat priors for all but the effects.
data {
  int<lower=0> N;
  int<lower=0> S;
  int<lower=0> D;
  int<lower=0> P;
  array[N] int<lower=1, upper=S> student;
  array[N] int<lower=1, upper=D> lecturer;
  array[N] int<lower=1, upper=P> dept;
  vector[N] service;
  vector[N] y;
}
parameters {
  vector[2] beta;
  real<lower=0> sd_student;
  real<lower=0> sd_lecturer;
  real<lower=0> sd_dept;
  real<lower=0> sigma;
  vector[S] u;
  vector[D] v;
  vector[P] w;
}
model {
  u ~ normal(0, sd_student);
  v ~ normal(0, sd_lecturer);
  w ~ normal(0, sd_dept);
  y ~ normal(beta[1] + beta[2] * service + u[student] + v[lecturer] + w[dept], sigma);
}
