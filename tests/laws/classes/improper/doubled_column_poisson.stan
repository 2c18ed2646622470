// improper: b[1] - b[3]
data {
  int N;
  int P;
  matrix[N, P] X;
  array[N] int y;
}
parameters {
  vector[P] b;
}
model {
  y ~ poisson_log(X * b);
}
