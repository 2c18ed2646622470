// self-test: passes
data {
  int y;
}
parameters {
  real<lower=0> a;
  real<lower=0, upper=1> g;
}
model {
  a ~ exponential(1);
  g ~ beta(a, 1);
  y ~ binomial(10, g);
}
