// the law holds; only digits are lost
// self-test: passes
data {
  int N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real d;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  a ~ normal(0, 1e6);
  b ~ normal(0, 1e4);
  d ~ normal(0, 10);
  y ~ normal(a + b * x + d * square(x), s);
}
