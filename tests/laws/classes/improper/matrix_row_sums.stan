// improper: B[1,1] - B[1,2]; B[2,1] - B[2,2]
data {
  vector[2] y;
}
parameters {
  matrix[2, 2] B;
}
model {
  y ~ normal(B * rep_vector(1, 2), 1);
}
