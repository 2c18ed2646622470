// GARCH(1, 1): the variance follows the last squared surprise and the last variance. Flat priors;
// the bound of beta1 keeps the process stationary.
data {
  int<lower=0> T;
  array[T] real y;
  real<lower=0> sigma1;
}
parameters {
  real mu;
  real<lower=0> alpha0;
  real<lower=0, upper=1> alpha1;
  real<lower=0, upper=1 - alpha1> beta1;
}
model {
  array[T] real scale;
  scale[1] = sigma1;
  for (t in 2 : T) {
    scale[t] = sqrt(alpha0 + alpha1 * square(y[t - 1] - mu) + beta1 * square(scale[t - 1]));
  }
  y ~ normal(mu, scale);
}
