// improper: m0 - m
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real m0;
  real m;
  vector[J] z;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  s ~ exponential(1);
  t ~ exponential(1);
  z ~ normal(0, 1);
  vector[J] v = m + t * z;
  y ~ normal(m0 + v[g], s);
}
