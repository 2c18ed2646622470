// All rows of a matrix at once.
data {
  int<lower=0> N;
  int<lower=0> K;
  matrix[N, K] y;
}
parameters {
  vector[N] a;
  row_vector[K] b;
  vector<lower=0>[N] s;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  s ~ exponential(1);
  to_vector(y) ~ normal(to_vector(rep_matrix(a, K) + rep_matrix(b, N)), to_vector(rep_matrix(s, K)));
}
