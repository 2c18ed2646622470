// improper: b[1] + b[2] - b[3]
data {
  int N;
  int P;
  matrix[N, P] X;
  vector[N] y;
}
parameters {
  vector[P] b;
}
model {
  y ~ normal(X * b, 1);
}
