// print at {"m": 0}
// prints: [[7,10],[15,22]]
data {
  matrix[2, 2] K;
}
transformed data {
  print(K * K);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
