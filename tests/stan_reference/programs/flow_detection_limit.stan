// The limit of detection is a parameter: values below it are only known to be below.
data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real mu;
  real<lower=0> sigma;
  real<lower=0> lod;
}
model {
  mu ~ normal(1, 1);
  sigma ~ exponential(1);
  lod ~ lognormal(0, 0.6);
  for (n in 1:N) {
    if (y[n] < lod) {
      target += logistic_lcdf(lod | mu, sigma);
    } else {
      y[n] ~ logistic(mu, sigma);
    }
  }
}
