// An autoregression on data, one step at a time.
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
  for (t in 2 : T) {
    y[t] ~ normal(a + phi * y[t - 1], sigma);
  }
}
