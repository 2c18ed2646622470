// Disasters with a latent real-valued switch and rates that are kept in an array.
data {
  int<lower=1> T;
  array[T] int<lower=0> D;
  real<lower=0> s_max;
}
parameters {
  real<lower=0> early;
  real<lower=0> late;
  real<lower=0, upper=s_max> s;
}
transformed parameters {
  array[T] real<lower=0> rate;
  for (t in 1:T) {
    rate[t] = t < s ? early : late;
  }
}
model {
  early ~ exponential(1);
  late ~ exponential(1);
  for (t in 1:T) {
    D[t] ~ poisson(rate[t]);
  }
}
