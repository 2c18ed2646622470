// Classes in schools: lme4's y ~ x + (1 | school / class). Classes are numbered through all schools.
data {
  int<lower=0> N;
  int<lower=0> S;
  int<lower=0> K;
  array[K] int<lower=1, upper=S> school_of;
  array[N] int<lower=1, upper=K> class;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[2] beta;
  real<lower=0> sd_school;
  real<lower=0> sd_class;
  real<lower=0> sigma;
  vector[S] school;
  vector[K] room;
}
model {
  school ~ normal(0, sd_school);
  room ~ normal(school[school_of], sd_class);
  y ~ normal(beta[1] + beta[2] * x + room[class], sigma);
}
