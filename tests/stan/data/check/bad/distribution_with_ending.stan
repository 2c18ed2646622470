data {
  int n;
  real a;
  vector[n] v;
  row_vector[n] r;
  matrix[n, n] m;
  array[n] real x;
  array[n] int idx;
}
parameters {
  real mu;
  real<lower=0> sigma;
  vector[n] b;
}
model {
  mu ~ normal_lpdf(0, 1);
}
