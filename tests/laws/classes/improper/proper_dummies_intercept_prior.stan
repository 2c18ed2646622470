// proper
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
  a ~ normal(0, 1);
  y ~ normal(a + b[g], s);
}
