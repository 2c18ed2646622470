// the law holds; only digits are lost
// self-test: passes
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
}
model {
  t ~ exponential(1);
  v ~ normal(m, t);
  y ~ normal(v[g], 1e-7);
}
