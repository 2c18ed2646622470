// draws: finite
// reference: b[2] mean 0 sd 1
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
  real<lower=0> s;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  b ~ normal(0, 1);
  y ~ normal(a + Z * b, s);
}
