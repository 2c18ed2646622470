// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  vector[2] b;
  vector[2] z;
}
model {
  b ~ normal(0, 1);
  z ~ normal(b * b' * x, 0.7);
  y ~ normal(z + b, 0.5);
}
