// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  real<lower=-pi(), upper=pi()> g;
}
model {
  a ~ normal(0, 1);
  g ~ von_mises(0, a);
}
