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
  sum(b) ~ normal(0, 0.001 * J);
  y ~ normal(a + b[g], s);
}
