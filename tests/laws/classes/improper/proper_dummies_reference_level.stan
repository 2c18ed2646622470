// proper
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real a;
  vector[J - 1] b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(a + append_row(0, b)[g], s);
}
