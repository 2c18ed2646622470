// the law holds; only digits are lost
// self-test: passes
data {
  int N;
  matrix[N, 3] X;
  vector[N] y;
}
parameters {
  real a;
  vector[3] b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(a + X * b, s);
}
