// Data with a constraint, for data that breaks it.
data {
  real<lower=0> scale;
}
parameters {
  real<lower=0> x;
}
model {
  x ~ weibull(2, scale);
}
