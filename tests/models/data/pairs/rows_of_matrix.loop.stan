// One statement per row of a matrix: the loop is vectorised by half.
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
  for (i in 1 : N) {
    y[i] ~ normal(a[i] + b, s[i]);
  }
}
