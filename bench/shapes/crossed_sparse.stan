// Two crossed effects and a slope, seen few times each.
data {
  int<lower=1> N;
  int<lower=1> J;
  int<lower=1> K;
  array[N] int<lower=1, upper=J> g;
  array[N] int<lower=1, upper=K> h;
  vector[N] x;
  vector[N] y;
}
parameters {
  real m;
  real b;
  vector[J] u;
  vector[K] v;
  real<lower=0> s;
  real<lower=0> su;
  real<lower=0> sv;
}
model {
  m ~ normal(0, 5);
  b ~ normal(0, 2);
  u ~ normal(0, su);
  v ~ normal(0, sv);
  s ~ exponential(1);
  su ~ exponential(1);
  sv ~ exponential(1);
  y ~ normal(m + b * x + u[g] + v[h], s);
}
