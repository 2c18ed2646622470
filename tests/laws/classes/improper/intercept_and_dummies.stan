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
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(a + b[g], s);
}
