// self-test: passes
data {
  int N;
  int P;
  matrix[N, P] X;
  vector[N] y;
}
parameters {
  real m;
  vector[P] b;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  b ~ normal(m, t);
  y ~ normal(X * b, s);
}
