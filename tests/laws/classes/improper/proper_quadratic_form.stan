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
  quad_form(S, [1, 0]') ~ exponential(1);
  quad_form(S, [0, 1]') ~ exponential(1);
}
