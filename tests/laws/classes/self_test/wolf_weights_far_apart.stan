// the law holds; only digits are lost
// self-test: passes
data {
  int N;
  vector[N] e;
  vector[N] y;
}
parameters {
  real m;
  real<lower=0> t;
  vector[N] v;
}
model {
  t ~ exponential(1);
  v ~ normal(m, t);
  y ~ normal(v, e);
}
