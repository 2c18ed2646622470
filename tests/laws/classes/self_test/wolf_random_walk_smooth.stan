// the law holds; only digits are lost
// self-test: passes
data {
  int T;
  vector[T] y;
}
parameters {
  vector[T] x;
  real<lower=0> q;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  q ~ exponential(1);
  x[2:T] ~ normal(x[1:(T - 1)], q);
  y ~ normal(x, s);
}
