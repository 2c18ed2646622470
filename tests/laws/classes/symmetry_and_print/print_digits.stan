// print at {"m": 0}
// prints: [[0.333333,1e-10],[1.23457e+06,-2.5]]
transformed data {
  print([[1.0 / 3, 1e-10], [1234567, -2.5]]);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
