// A regression of the mean with effects of groups, and one of the logarithm of the noise.
data {
  int<lower=1> N;
  int<lower=1> J;
  array[N] int<lower=1, upper=J> g;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[3] b;
  vector[3] c;
  vector[J] u;
  real<lower=0> su;
}
model {
  b ~ normal(0, 5);
  c ~ normal(0, 1);
  u ~ normal(0, su);
  su ~ exponential(1);
  y ~ normal(b[1] + b[2] * x + b[3] * square(x) + u[g], exp(c[1] + c[2] * x + c[3] * square(x)));
}
