// An array of vectors that sum to zero, each with a scale of its own.
// fate u: collapsed
// fate mu: collapsed
// self-test: passes
data {
  int n;
  int K;
  array[n] int g;
  array[n] int h;
  vector[n] y;
}
parameters {
  array[3] sum_to_zero_vector[K] u;
  real mu;
  real<lower=0> s;
  vector<lower=0>[3] t;
}
model {
  for (k in 1 : 3) 
    u[k] ~ normal(0, t[k]);
  t ~ lognormal(0, 1);
  mu ~ normal(0, 10);
  s ~ exponential(1);
  for (i in 1 : n) 
    y[i] ~ normal(mu + u[h[i]][g[i]], s);
}
