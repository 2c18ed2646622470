transformed data {
  real a = 2;
  real b = 1;
}
parameters {
  real<lower=a, upper=b> x;
}
