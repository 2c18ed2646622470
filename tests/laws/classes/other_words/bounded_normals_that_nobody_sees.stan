// Bounded normals in generated quantities only.
// fate m: collapsed
// fate extra: collapsed
// fate tr: collapsed
// fate neg: collapsed
// self-test: passes
data {
  int n;
  vector[n] y;
}
parameters {
  real m;
  real<lower=0> s;
  real<lower=0> extra;
  real<lower=1, upper=3> tr;
  real<upper=0> neg;
}
model {
  m ~ normal(0, 2);
  s ~ exponential(1);
  extra ~ normal(0, 2);
  tr ~ normal(0, 1);
  neg ~ normal(-1, 3);
  y ~ normal(m, s);
}
generated quantities {
  real z = extra + tr;
}
