// print at {"m": 0}
// prints: 1 2.5 1e-10
transformed data {
  print(1, " ", 2.5, " ", 1e-10);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
