// proper
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real m;
  vector[J] b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  b ~ normal(m, 1);
  y ~ normal(b[g], s);
}
