// Pupils in classes in schools: both levels are written around the one above.
data {
  int<lower=1> N;
  int<lower=1> K;
  int<lower=1> C;
  array[C] int<lower=1, upper=K> school;
  array[N] int<lower=1, upper=C> class;
  vector[N] x;
  array[N] int<lower=0, upper=1> y;
}
parameters {
  real alpha;
  real beta;
  real<lower=0> s_school;
  real<lower=0> s_class;
  vector[K] a;
  vector[C] b;
}
model {
  alpha ~ normal(0, 2);
  beta ~ normal(0, 2);
  s_school ~ normal(0, 1);
  s_class ~ normal(0, 1);
  a ~ normal(alpha, s_school);
  b ~ normal(a[school], s_class);
  y ~ bernoulli_logit(b[class] + beta * x);
}
