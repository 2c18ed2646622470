// half of all values of a are not allowed
// self-test: passes
data {
  int y;
}
parameters {
  real a;
  real<lower=0, upper=1> g;
}
model {
  a ~ normal(0, 1);
  g ~ beta(a, 1);
  y ~ binomial(10, g);
}
