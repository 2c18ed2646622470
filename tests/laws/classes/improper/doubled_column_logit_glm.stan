// improper: b[1] - b[3]
data {
  int N;
  int P;
  matrix[N, P] X;
  array[N] int y;
}
parameters {
  real a;
  vector[P] b;
}
model {
  y ~ bernoulli_logit_glm(X, a, b);
}
