// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  vector<lower=0, upper=1>[4] g;
}
model {
  a ~ normal(0, 1);
  g ~ beta(a, 2);
}
