// one value of a in a thousand is allowed
// self-test: passes
parameters {
  real a;
  real<lower=0> g;
}
model {
  a ~ normal(0, 1);
  g ~ gamma(a - 3, 1);
}
