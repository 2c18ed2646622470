// the law holds; only digits are lost
// self-test: passes
data {
  int N;
  vector<lower=0>[N] y;
}
parameters {
  real m;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ lognormal(m, s);
}
