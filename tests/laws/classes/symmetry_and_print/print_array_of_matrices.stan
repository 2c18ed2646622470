// print at {"m": 0}
// prints: [[[1,2],[3,4]],[[1,3],[2,4]]]
data {
  matrix[2, 2] K;
}
transformed data {
  array[2] matrix[2, 2] q = {K, K'};
  print(q);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
