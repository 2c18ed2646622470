// proper
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  vector[J] b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(b[g], s);
}
