// improper: S[2]; S[1]
data {
  vector[6] y;
}
parameters {
  real a;
  positive_ordered[2] S;
}
model {
  y ~ normal(a, 1);
}
