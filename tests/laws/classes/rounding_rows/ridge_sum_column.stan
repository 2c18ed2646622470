// self-test: passes
data {
  int N;
  int P;
  matrix[N, P] X;
  vector[N] y;
}
parameters {
  vector[P] b;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  s ~ exponential(1);
  t ~ exponential(1);
  b ~ normal(0, t);
  y ~ normal(X * b, s);
}
