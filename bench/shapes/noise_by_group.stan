// Two crossed effects, and a scale of the noise for each group.
data {
  int<lower=1> N;
  int<lower=1> J;
  int<lower=1> K;
  array[N] int<lower=1, upper=J> g;
  array[N] int<lower=1, upper=K> h;
  vector[N] y;
}
parameters {
  real a;
  vector[J] u;
  vector[K] v;
  vector<lower=0>[J] s;
  real<lower=0> su;
  real<lower=0> sv;
}
model {
  a ~ normal(0, 5);
  u ~ normal(0, su);
  v ~ normal(0, sv);
  s ~ lognormal(0, 0.5);
  su ~ exponential(1);
  sv ~ exponential(1);
  y ~ normal(a + u[g] + v[h], s[g]);
}
