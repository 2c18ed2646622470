// improper: S[2,1]
data {
  vector[6] y;
}
parameters {
  real a;
  cholesky_factor_cov[2] S;
}
model {
  y ~ normal(a, 1);
  S[1, 1] ~ exponential(1);
  S[2, 2] ~ exponential(1);
}
