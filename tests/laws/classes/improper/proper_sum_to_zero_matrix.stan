// proper
data {
  vector[2] y;
}
parameters {
  sum_to_zero_matrix[2, 3] phi;
}
model {
  y ~ normal(phi[1, 1:2]', 1);
}
