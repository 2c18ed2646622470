// print at {"m": 0}
// prints: [[1,2],[3,4]]
transformed data {
  array[2] vector[2] q = {[1, 2]', [3, 4]'};
  print(q);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
