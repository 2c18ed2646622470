// reason m: no distribution|mixture|log_mix|term
data {
  vector[3] y;
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
  target += log_mix(0.3, normal_lpdf(y | m, 1), normal_lpdf(y | 0, 1));
}
