// print at {"m": 0}
// prints: i = 1: [[1,2],[3,4]]
// prints: i = 2: [[2,4],[6,8]]
data {
  matrix[2, 2] K;
}
transformed data {
  for (i in 1:2) {
    print("i = ", i, ": ", i * K);
  }
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
