// ARMA(1, 1): each prediction uses the previous value and the previous error.
data {
  int<lower=1> T;
  array[T] real y;
}
parameters {
  real mu;
  real phi;
  real theta;
  real<lower=0> sigma;
}
model {
  vector[T] residual;
  mu ~ normal(0, 10);
  phi ~ normal(0, 2);
  theta ~ normal(0, 2);
  sigma ~ cauchy(0, 2.5);
  // The value before the first is taken at the mean, its error as zero.
  residual[1] = y[1] - (mu + phi * mu);
  for (t in 2 : T) {
    residual[t] = y[t] - (mu + phi * y[t - 1] + theta * residual[t - 1]);
  }
  residual ~ normal(0, sigma);
}
