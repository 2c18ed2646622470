transformed data {
  real s = -2;
}
parameters {
  real<multiplier=s> x;
}
