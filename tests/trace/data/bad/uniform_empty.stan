parameters {
  real y;
}
model {
  y ~ uniform(2, 1);
}
