// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  vector[2] b;
}
model {
  b ~ normal(0, 1);
  y ~ normal(diag_post_multiply(x * b', b) * x, 1);
}
