// print at {"m": 0}
// prints: K = [[1,2],[3,4]]!
data {
  matrix[2, 2] K;
}
transformed data {
  print("K = ", K, "!");
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
