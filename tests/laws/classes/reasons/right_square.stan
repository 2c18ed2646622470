// reason b: linear
data {
  vector[3] y;
}
parameters {
  real b;
}
model {
  b ~ normal(0, 1);
  y ~ normal(b * b, 1);
}
