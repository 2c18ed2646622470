// improper: S[1] + S[2] + S[3]
data {
  vector[6] y;
}
parameters {
  real a;
  ordered[3] S;
}
model {
  y ~ normal(a, 1);
  S[2] - S[1] ~ exponential(1);
  S[3] - S[2] ~ exponential(1);
}
