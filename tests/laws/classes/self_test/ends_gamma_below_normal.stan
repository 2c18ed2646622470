// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  real<lower=0> g;
  real z;
}
model {
  a ~ normal(0, 1);
  g ~ gamma(a, 1);
  z ~ normal(0, g);
}
