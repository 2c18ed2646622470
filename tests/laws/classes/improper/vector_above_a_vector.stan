// improper: S[2]
data {
  vector[6] y;
}
parameters {
  real a;
  vector<lower=[a, -a]'>[2] S;
}
model {
  y ~ normal(a, 1);
  S[1] ~ normal(0, 10);
}
