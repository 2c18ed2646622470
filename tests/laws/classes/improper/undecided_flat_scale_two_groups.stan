// undecided
data {
  int N;
  int J;
  array[N] int g;
  vector[N] y;
}
parameters {
  real m;
  vector[J] v;
  real<lower=0> t;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  v ~ normal(m, t);
  y ~ normal(v[g], s);
}
