// the law holds; only digits are lost
// self-test: passes
data {
  int N;
  vector[N] y;
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
  y ~ normal(m, 1e-6);
}
