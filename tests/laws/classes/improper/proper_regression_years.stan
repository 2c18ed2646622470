// proper
data {
  int N;
  int P;
  matrix[N, P] X;
  vector[N] y;
}
parameters {
  vector[P] b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(X * b, s);
}
