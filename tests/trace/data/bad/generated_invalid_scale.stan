parameters {
  real<lower=0> z;
}
generated quantities {
  real y = normal_rng(0, -z);
}
