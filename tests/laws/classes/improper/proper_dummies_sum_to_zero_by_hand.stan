// proper
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real a;
  vector[J - 1] c;
  real<lower=0> s;
}
transformed parameters {
  vector[J] b = append_row(c, -sum(c));
}
model {
  s ~ exponential(1);
  y ~ normal(a + b[g], s);
}
