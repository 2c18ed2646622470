// print at {"m": 0}
// prints: [[[1,2],[3,4]],[[5,6],[7,8]]]
transformed data {
  array[2, 2, 2] int q = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  print(q);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
