// Zero inflation in a user-defined mass function with conditions on its parameters.
functions {
  real zip_lpmf(int y, real log_lambda, real psi) {
    if (psi < 0) return poisson_log_lpmf(y | log_lambda);
    if (y == 0) {
      return log_sum_exp(log(tanh(psi)), log1m(tanh(psi)) + poisson_log_lpmf(0 | log_lambda));
    }
    return log1m(tanh(psi)) + poisson_log_lupmf(y | log_lambda);
  }
}
data {
  int<lower=0> N;
  array[N] int<lower=0> y;
  vector[N] x;
}
parameters {
  real a;
  real b;
  real psi;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  psi ~ normal(0, 1);
  for (n in 1:N) {
    y[n] ~ zip(a + b * x[n], psi);
    target += 0.5 * zip_lpmf(y[n] | a - b * x[n], -psi);
  }
}
