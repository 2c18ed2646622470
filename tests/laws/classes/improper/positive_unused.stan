// a half-line has no flat distribution either
// improper: s
data {
  real y;
}
parameters {
  real a;
  real<lower=0> s;
}
model {
  y ~ normal(a, 1);
}
