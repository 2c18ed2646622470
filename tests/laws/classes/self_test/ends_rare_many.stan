// one value of a in 256 is allowed
// self-test: passes
parameters {
  vector[8] a;
  real<lower=0> g;
}
model {
  a ~ normal(0, 1);
  g ~ gamma(min(a), 1);
}
