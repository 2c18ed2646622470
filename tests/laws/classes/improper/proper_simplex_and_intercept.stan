// a simplex is bounded
// proper
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real a;
  simplex[J] b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(a + b[g], s);
}
