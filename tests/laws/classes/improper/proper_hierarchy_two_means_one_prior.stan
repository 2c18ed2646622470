// proper
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real m0;
  real m;
  vector[J] v;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  s ~ exponential(1);
  t ~ exponential(1);
  m ~ normal(0, 1);
  v ~ normal(m, t);
  y ~ normal(m0 + v[g], s);
}
