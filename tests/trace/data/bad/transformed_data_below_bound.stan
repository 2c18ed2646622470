transformed data {
  real<lower=0> x = -1;
}
