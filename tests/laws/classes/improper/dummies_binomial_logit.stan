// improper: a - b[1] - b[2] - b[3]
data {
  int N;
  int J;
  array[N] int g;
  array[N] int y;
}
parameters {
  real a;
  vector[J] b;
}
model {
  y ~ binomial_logit(10, a + b[g]);
}
