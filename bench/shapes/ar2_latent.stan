// States of an autoregression of the second order, seen with noise: few of them, so that a gradient without them is cheap.
data {
  int<lower=3> T;
  vector[T] y;
}
parameters {
  vector[T] state;
  real phi1;
  real phi2;
  real<lower=0> tau;
  real<lower=0> sigma;
}
model {
  phi1 ~ normal(0.5, 0.3);
  phi2 ~ normal(0, 0.3);
  tau ~ exponential(1);
  sigma ~ exponential(1);
  state[1 : 2] ~ normal(0, 1);
  state[3 : T] ~ normal(phi1 * state[2 : T - 1] + phi2 * state[1 : T - 2], tau);
  y ~ normal(state, sigma);
}
