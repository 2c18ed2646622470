// improper: b[1] - b[3]
data {
  int N;
  int P;
  matrix[N, P] X;
  vector[N] y;
}
parameters {
  real a;
  vector[P] b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal_id_glm(X, a, b, s);
}
