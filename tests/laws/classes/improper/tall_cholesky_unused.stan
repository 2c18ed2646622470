// improper: S[1,1]; S[2,1]; S[2,2]; S[3,1]; S[3,2]
data {
  vector[6] y;
}
parameters {
  real a;
  cholesky_factor_cov[3, 2] S;
}
model {
  y ~ normal(a, 1);
}
