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
  sqrt(diagonal(S)) ~ normal(0, 1);
  S[1, 2] / sqrt(S[1, 1] * S[2, 2]) ~ normal(0, 1);
}
