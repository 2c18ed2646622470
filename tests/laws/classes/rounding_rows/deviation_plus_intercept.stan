// self-test: passes
data {
  int N;
  int J;
  array[N] int<lower=1, upper=J> g;
  vector[N] y;
}
parameters {
  real a;
  vector[J] u;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  a ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  u ~ normal(0, t);
  y ~ normal(a + u[g] - mean(u), s);
}
