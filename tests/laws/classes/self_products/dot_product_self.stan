// self-test: passes
data {
  real y;
}
parameters {
  vector[2] b;
}
model {
  b ~ normal(0, 1);
  y ~ normal(dot_product(b, b) + b[1], 1);
}
