// improper: S
data {
  vector[6] y;
}
parameters {
  real a;
  real<upper=a> S;
}
model {
  y ~ normal(a, 1);
}
