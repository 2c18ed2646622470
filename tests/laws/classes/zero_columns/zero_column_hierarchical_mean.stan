// draws: finite
// self-test: passes
data {
  int N;
  int K;
  matrix[N, K] Z;
  vector[N] y;
}
parameters {
  real m;
  vector[K] z;
  real<lower=0> s;
  real<lower=0> tau;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  tau ~ exponential(1);
  z ~ normal(m, 1);
  y ~ normal(tau * (Z * z), s);
}
