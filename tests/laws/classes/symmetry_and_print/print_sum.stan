// print at {"m": 0}
// prints: [[1.5,2.5],[3.5,4.5]]
data {
  matrix[2, 2] K;
}
transformed data {
  print(K + 0.5);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
