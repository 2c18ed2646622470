// Effects of counties and of the regions they lie in, one house at a time.
data {
  int<lower=0> N;
  int<lower=0> J;
  int<lower=0> R;
  array[N] int<lower=1, upper=J> county;
  array[J] int<lower=1, upper=R> region;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[J] a;
  vector[R] u;
  real b;
  real<lower=0> tau;
  real<lower=0> sigma;
}
model {
  u ~ normal(0, 1);
  for (j in 1 : J) {
    a[j] ~ normal(u[region[j]], tau);
  }
  for (n in 1 : N) {
    int j = county[n];
    y[n] ~ normal(a[j] + u[region[j]] * x[n] + b, sigma);
  }
}
