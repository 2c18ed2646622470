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
  y ~ normal(m, 1);
}
