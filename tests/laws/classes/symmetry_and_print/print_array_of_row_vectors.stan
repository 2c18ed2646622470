// print at {"m": 0}
// prints: [[1,2,3],[4,5,6]]
transformed data {
  array[2] row_vector[3] q = {[1, 2, 3], [4, 5, 6]};
  print(q);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
