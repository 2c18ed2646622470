// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  array[2] vector[2] b;
}
model {
  b[1] ~ normal(0, 1);
  b[2] ~ normal(0, 1);
  y ~ normal((b[1] * b[2]') * x, 1);
}
