// Intercepts and slopes per group, their means with a regressor of the group.
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> g;
  vector[J] u;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[J] a;
  vector[J] b;
  vector[2] gamma;
  real<lower=0> tau;
  real<lower=0> sigma;
}
model {
  vector[J] a_hat;
  vector[N] y_hat;
  for (j in 1 : J) {
    a_hat[j] = gamma[1] + gamma[2] * u[j];
  }
  for (n in 1 : N) {
    y_hat[n] = a[g[n]] + b[g[n]] * x[n];
  }
  for (j in 1 : J) {
    a[j] ~ normal(a_hat[j], tau);
    b[j] ~ normal(0, 1);
  }
  for (n in 1 : N) {
    y[n] ~ normal(y_hat[n], sigma);
  }
}
