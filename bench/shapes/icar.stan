// An intrinsic autoregression over areas, seen with noise; its sum is held near zero.
data {
  int<lower=1> N;
  int<lower=1> E;
  array[E] int<lower=1, upper=N> node1;
  array[E] int<lower=1, upper=N> node2;
  vector[N] y;
}
parameters {
  real mu;
  real<lower=0> tau;
  real<lower=0> sigma;
  vector[N] phi;
}
model {
  mu ~ normal(0, 5);
  tau ~ normal(0, 1);
  sigma ~ normal(0, 1);
  target += -0.5 * dot_self(phi[node1] - phi[node2]);
  sum(phi) ~ normal(0, 0.001 * N);
  y ~ normal(mu + tau * phi, sigma);
}
