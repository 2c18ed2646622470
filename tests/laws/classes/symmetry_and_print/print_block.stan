// print at {"m": 0}
// prints: [[2],[4]]
data {
  matrix[2, 2] K;
}
transformed data {
  print(K[1:2, 2:2]);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
