// improper: b
data {
  vector[6] y;
}
parameters {
  real a;
  real<lower=0> b;
  vector<lower=0, upper=b>[2] S;
}
model {
  y ~ normal(a, 1);
  S ~ normal(0, 1);
}
