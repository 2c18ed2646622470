// a is normal here, and far from zero given the data
// self-test: passes
data {
  real y;
}
parameters {
  real a;
  real<lower=0> g;
}
model {
  a ~ normal(0, 1);
  g ~ gamma(a, 1);
  y ~ normal(a, 0.1);
}
