// proper
data {
  real y;
}
parameters {
  real a;
  corr_matrix[2] Q;
  unit_vector[2] u;
}
model {
  y ~ normal(a, 1);
}
