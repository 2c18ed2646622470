model {
  real mu;
  mu ~ normal(0, 1)
  mu ~ normal(0, 2);
  real sigma = 2
}
