// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  real<lower=0> g;
}
model {
  a ~ normal(0, 1);
  g ~ weibull(a, 1);
}
