// print at {"m": 0}
// prints: in model [[1,2],[3,4]]
data {
  matrix[2, 2] K;
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
  print("in model ", K);
}
