// improper: b[3]
data {
  real y;
}
parameters {
  vector[3] b;
}
model {
  b[1] ~ normal(0, 1);
  y ~ normal(b[1] + b[2], 1);
}
