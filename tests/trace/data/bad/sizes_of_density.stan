data {
  int n;
  vector[n] y;
}
parameters {
  vector[2] mu;
}
model {
  y ~ normal(mu, 1);
}
