// A level that walks, seen with noise.
data {
  int<lower=2> T;
  vector[T] y;
}
parameters {
  real<lower=0> tau;
  real<lower=0> sigma;
  vector[T] level;
}
model {
  tau ~ normal(0, 1);
  sigma ~ normal(0, 1);
  level[1] ~ normal(0, 10);
  level[2 : T] ~ normal(level[1 : T - 1], tau);
  y ~ normal(level, sigma);
}
