model {
  y = normal_lpdf(x |
    mu, sigma;
}
