// improper: S[1]; S[2]
data {
  vector[6] y;
}
parameters {
  real a;
  vector<lower=a>[2] S;
}
model {
  y ~ normal(a, 1);
}
