parameters {
  real<lower=0> z;
}
transformed parameters {
  vector[3] x = rep_vector(z, 3);
}
model {
  array[2] int k = {1, 2};
  x[k[to_int(z > 1)]] ~ normal(0, 1);
}
