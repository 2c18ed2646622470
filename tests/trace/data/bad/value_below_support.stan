data {
  vector[2] y;
}
parameters {
  real m;
}
model {
  y ~ lognormal(m, 1);
}
