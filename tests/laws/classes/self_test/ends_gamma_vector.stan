// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  vector<lower=0>[3] g;
}
model {
  a ~ normal(0, 1);
  g ~ gamma(a, 1);
}
