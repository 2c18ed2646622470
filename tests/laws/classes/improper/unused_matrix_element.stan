// improper: B[2,1]
data {
  real y;
}
parameters {
  matrix[2, 2] B;
}
model {
  B[1] ~ normal(0, 1);
  y ~ normal(B[2, 2], 1);
}
