// the law holds; only digits are lost
// self-test: passes
data {
  int N;
  matrix[N, 2] X;
  vector[N] y;
}
parameters {
  vector[2] b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(X * b, s);
}
