// An autoregression on data, by slices.
data {
  int<lower=1> T;
  vector[T] y;
}
parameters {
  real a;
  real<lower=-1, upper=1> phi;
  real<lower=0> sigma;
}
model {
  y[2 : T] ~ normal(a + phi * y[1 : T - 1], sigma);
}
