// improper: a - b[1] - b[2] - b[3]
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real a;
  vector[J] b;
  real<lower=0> k;
}
model {
  k ~ gamma(2, 1);
  y ~ weibull(k, exp(a + b[g]));
}
