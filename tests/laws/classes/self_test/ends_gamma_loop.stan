// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  vector<lower=0>[3] g;
}
model {
  a ~ normal(0, 1);
  for (i in 1:3) {
    g[i] ~ gamma(a + i - 2, 1);
  }
}
