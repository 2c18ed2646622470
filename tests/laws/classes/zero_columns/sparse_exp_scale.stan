// draws: finite
// reference: z[9] mean 0 sd 1
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
  real l;
  real<lower=0> s;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  l ~ normal(0, 1);
  z ~ normal(0, 1);
  y ~ normal(a + exp(l) * (Z * z), s);
}
