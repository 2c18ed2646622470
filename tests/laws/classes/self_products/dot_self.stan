// self-test: passes
data {
  real y;
}
parameters {
  vector[2] b;
}
model {
  b ~ normal(0, 1);
  y ~ normal(dot_self(b), 1);
}
