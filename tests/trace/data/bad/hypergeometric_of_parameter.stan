parameters {
  real<lower=0, upper=1> z;
}
model {
  target += hypergeometric_2F1(1, 2, 3, z);
}
