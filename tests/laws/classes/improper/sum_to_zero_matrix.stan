// A matrix whose rows and columns sum to zero has (2 - 1)(3 - 1) dimensions; one statement contains one of them.
// improper: phi[1,2] - phi[2,2] - phi[1,3] + phi[2,3]
data {
  real y;
}
parameters {
  sum_to_zero_matrix[2, 3] phi;
}
model {
  y ~ normal(phi[1, 1], 1);
}
