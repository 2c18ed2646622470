// print at {"m": 0}
// prints: [[1,3],[2,4]]
data {
  matrix[2, 2] K;
}
transformed data {
  print(K');
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
