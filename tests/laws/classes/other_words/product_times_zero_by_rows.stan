// The same, row by row.
// fate u: collapsed
// fate v: collapsed
// self-test: passes
data {
  int n;
  int J;
  vector[n] w;
  array[n] int g;
  vector[n] y;
}
parameters {
  vector[J] u;
  vector[J] v;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  u ~ normal(0, t);
  v ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  for (i in 1 : n) {
    real mu = u[g[i]] + v[g[i]] * y[1];
    if (i > 1) 
      mu += w[i] * u[g[i]] * v[g[i]];
    y[i] ~ normal(mu, s);
  }
}
