// self-test: passes
data {
  int N;
  vector[N] y;
}
parameters {
  real m;
  real v;
  real w;
  real<lower=0> s;
  real<lower=0> t;
  real<lower=0> t2;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  t2 ~ exponential(1);
  v ~ normal(m, t);
  w ~ normal(v, t2);
  y ~ normal(m + v + w, s);
}
