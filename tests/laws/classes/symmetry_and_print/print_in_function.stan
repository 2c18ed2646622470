// print at {"m": 0}
// prints: shown [[1,2],[3,4]]
functions {
  real show(matrix X) {
    print("shown ", X);
    return 0;
  }
}
data {
  matrix[2, 2] K;
}
transformed data {
  real q = show(K);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
