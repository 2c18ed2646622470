// print at {"m": 0}
// prints: [1,2,3]
transformed data {
  print({1, 2, 3});
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
