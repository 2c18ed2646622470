// Two crossed effects that all grow at one rate, so that every coefficient changes with it.
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
  real a;
  vector[J] u;
  vector[K] v;
  real rate;
  real<lower=0> s;
  real<lower=0> su;
  real<lower=0> sv;
}
model {
  a ~ normal(0, 5);
  u ~ normal(0, su);
  v ~ normal(0, sv);
  rate ~ normal(0, 1);
  s ~ exponential(1);
  su ~ exponential(1);
  sv ~ exponential(1);
  y ~ normal((a + u[g] + v[h]) .* exp(rate * x), s);
}
