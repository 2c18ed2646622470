// proper
data {
  vector[6] y;
}
parameters {
  real a;
  cov_matrix[2] S;
}
model {
  y ~ normal(a, 1);
  diagonal(S) ~ exponential(1);
}
