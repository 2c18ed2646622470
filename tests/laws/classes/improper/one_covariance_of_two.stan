// improper: S[2,1,1]; S[2,2,2]
data {
  vector[6] y;
}
parameters {
  real a;
  array[2] cov_matrix[2] S;
}
model {
  y ~ normal(a, 1);
  S[1] ~ wishart(4, identity_matrix(2));
}
