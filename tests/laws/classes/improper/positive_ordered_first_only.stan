// improper: S[2]
data {
  vector[6] y;
}
parameters {
  real a;
  positive_ordered[2] S;
}
model {
  y ~ normal(a, 1);
  S[1] ~ exponential(1);
}
