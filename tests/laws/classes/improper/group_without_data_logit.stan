// improper: b[2]
data {
  int N;
  int J;
  array[N] int g;
  array[N] int y;
}
parameters {
  vector[J] b;
}
model {
  y ~ bernoulli_logit(b[g]);
}
