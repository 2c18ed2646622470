// self-test: passes
parameters {
  real<lower=0> a;
  real<lower=0> g;
}
model {
  a ~ exponential(1);
  g ~ gamma(a, 1);
}
