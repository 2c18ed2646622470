// improper: S[1,1] + S[2,2]
data {
  vector[6] y;
}
parameters {
  real a;
  cov_matrix[2] S;
}
model {
  y ~ normal(a, 1);
  S[1, 1] - S[2, 2] ~ normal(0, 1);
}
