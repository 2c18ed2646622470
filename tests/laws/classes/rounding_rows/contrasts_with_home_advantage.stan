// self-test: passes
data {
  int N;
  int J;
  array[N] int i;
  array[N] int k;
  vector[N] y;
}
parameters {
  real h;
  real m;
  vector[J] u;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  h ~ normal(0, 1);
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  u ~ normal(m, t);
  y ~ normal(h + u[i] - u[k], s);
}
