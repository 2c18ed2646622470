// self-test: passes
data {
  int N;
  int J;
  array[N] int<lower=1, upper=J> g;
  vector[N] x;
  vector[N] y;
}
parameters {
  real m;
  vector[J] v;
  vector[J] w;
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
  y ~ normal((v[g] + w[g]) .* x, s);
}
