// Scales of groups, filled in a loop.
// fate lam: collapsed
// self-test: passes
data {
  int n;
  vector[n] t;
  int G;
  array[n] int g;
}
parameters {
  real<lower=0> shape;
  vector<lower=0>[G] lam;
}
transformed parameters {
  vector<lower=0>[G] sc;
  for (k in 1 : G) 
    sc[k] = pow(lam[k], -1 / shape);
}
model {
  shape ~ exponential(1);
  lam ~ gamma(1, 1);
  for (i in 1 : n) 
    t[i] ~ weibull(shape, sc[g[i]]);
}
