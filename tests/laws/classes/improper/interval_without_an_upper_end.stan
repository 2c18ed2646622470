// improper: S
data {
  vector[6] y;
}
parameters {
  real a;
  real<lower=a, upper=positive_infinity()> S;
}
model {
  y ~ normal(a, 1);
}
