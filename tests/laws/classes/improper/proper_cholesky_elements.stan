// proper
data {
  vector[6] y;
}
parameters {
  real a;
  cholesky_factor_cov[3, 2] S;
}
model {
  y ~ normal(a, 1);
  to_vector(S) ~ normal(0, 1);
}
