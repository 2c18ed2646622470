// Classes in schools, not centred: models/mixed/nested.stan in other words.
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
  vector[S] z_school;
  vector[K] z_class;
}
model {
  vector[K] room = sd_school * z_school[school_of] + sd_class * z_class;
  z_school ~ std_normal();
  z_class ~ std_normal();
  y ~ normal(beta[1] + beta[2] * x + room[class], sigma);
}
