// A matrix that sums to zero beside effects of its rows.
// fate mu: collapsed
// fate I: collapsed
// fate a: collapsed
// self-test: passes
data {
  int n;
  array[n] int g;
  array[n] int h;
  vector[n] y;
}
parameters {
  real mu;
  sum_to_zero_matrix[5, 3] I;
  vector[5] a;
  real<lower=0> si;
  real<lower=0> sa;
  real<lower=0> s;
}
model {
  mu ~ normal(0, 10);
  to_vector(I) ~ normal(0, si);
  a ~ normal(0, sa);
  si ~ lognormal(0, 1);
  sa ~ exponential(1);
  s ~ exponential(1);
  for (i in 1 : n) 
    y[i] ~ normal(mu + a[g[i]] + I[g[i], h[i]], s);
}
