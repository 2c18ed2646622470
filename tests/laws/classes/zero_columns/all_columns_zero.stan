// draws: finite
// reference: z[1] mean 0 sd 1
// reference: z[2] mean 0 sd 1
// self-test: passes
data {
  int N;
  int K;
  matrix[N, K] Z;
  vector[N] y;
}
parameters {
  real a;
  vector[K] z;
  real<lower=0> s;
  real<lower=0> tau;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  tau ~ exponential(1);
  z ~ normal(0, 1);
  y ~ normal(a + tau * (Z * z), s);
}
