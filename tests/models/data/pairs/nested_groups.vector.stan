// Effects of counties and of the regions they lie in, gathered by index arrays.
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
  a ~ normal(u[region], tau);
  y ~ normal(a[county] + u[region[county]] .* x + b, sigma);
}
