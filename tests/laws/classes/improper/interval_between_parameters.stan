// improper: b; S
data {
  vector[6] y;
}
parameters {
  real a;
  real b;
  real<lower=a, upper=b> S;
}
model {
  y ~ normal(a, 1);
  S ~ normal(0, 1);
}
