model {
  y ~ normal(mu, sigma;
  z = 3;
}
