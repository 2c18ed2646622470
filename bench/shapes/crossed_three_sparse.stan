// Three crossed effects and a slope, seen ten times each.
data {
  int<lower=1> N;
  int<lower=1> J;
  int<lower=1> K;
  int<lower=1> L;
  array[N] int<lower=1, upper=J> g;
  array[N] int<lower=1, upper=K> h;
  array[N] int<lower=1, upper=L> l;
  vector[N] x;
  vector[N] y;
}
parameters {
  real m;
  real b;
  vector[J] u;
  vector[K] v;
  vector[L] w;
  real<lower=0> s;
  real<lower=0> su;
  real<lower=0> sv;
  real<lower=0> sw;
}
model {
  m ~ normal(0, 5);
  b ~ normal(0, 1);
  u ~ normal(0, su);
  v ~ normal(0, sv);
  w ~ normal(0, sw);
  s ~ normal(0, 1);
  su ~ normal(0, 1);
  sv ~ normal(0, 1);
  sw ~ normal(0, 1);
  y ~ normal(m + b * x + u[g] + v[h] + w[l], s);
}
