// draws: finite
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
  real<lower=0> tau;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  tau ~ exponential(1);
  b ~ normal(0, tau);
  y ~ normal(a + Z * b, s);
}
