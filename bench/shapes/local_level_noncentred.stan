// A level that walks, seen with noise; its steps are the parameters: local_level.stan in other words.
data {
  int<lower=2> T;
  vector[T] y;
}
parameters {
  real<lower=0> tau;
  real<lower=0> sigma;
  real start;
  vector[T - 1] z;
}
model {
  vector[T] level = start + append_row(0, tau * cumulative_sum(z));
  tau ~ normal(0, 1);
  sigma ~ normal(0, 1);
  start ~ normal(0, 10);
  z ~ std_normal();
  y ~ normal(level, sigma);
}
