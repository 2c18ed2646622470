// draws: finite
// reference: b[2] mean 0.5 sd 2
// self-test: passes
data {
  int N;
  int K;
  matrix[N, K] Z;
  vector[N] y;
}
parameters {
  real a;
  vector[K] b;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0.5, 2);
  y ~ normal(a + Z * b, 1);
}
