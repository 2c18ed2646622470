// half of all values of a are not allowed
// self-test: passes
parameters {
  real<lower=0> a;
  real<lower=0> g;
}
model {
  a ~ lognormal(0, 1);
  g ~ gamma(log(a), 1);
}
