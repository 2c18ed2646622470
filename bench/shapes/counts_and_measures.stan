// Effects of which half are seen in counts, and half in measurements.
data {
  int<lower=1> N;
  int<lower=1> J;
  array[N] int<lower=0> k;
  array[N] int<lower=1, upper=J> counted;
  array[N] int<lower=1, upper=J> measured;
  vector[N] y;
}
parameters {
  real m;
  vector[J] u;
  real<lower=0> t;
}
model {
  m ~ normal(0, 2);
  t ~ exponential(1);
  u ~ normal(m, t);
  k ~ poisson_log(u[counted]);
  y ~ normal(u[measured], 1);
}
