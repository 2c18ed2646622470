// print at {"m": 0}
// prints: [[0.25,0.25,0.25],[0.25,0.25,0.25]]
transformed data {
  print(rep_matrix(0.25, 2, 3));
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
