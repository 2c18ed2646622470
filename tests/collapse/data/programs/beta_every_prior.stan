// Priors of the beta family, and each of its children.
// dimension: 9 -> 1
// kept: c
transformed data { array[3] int n = {3, 5, 1}; array[3] int b = {0, 1, 1}; }
parameters {
  real<lower=0> c; vector<lower=0, upper=1>[5] p;
  real<lower=0, upper=1> q; real<lower=0, upper=1> r; real<lower=0, upper=1> s;
}
model {
  c ~ lognormal(0, 0.5);
  p ~ beta(c, 1.5);
  q ~ beta_proportion(0.3, c);
  r ~ uniform(0, 1);
  b ~ bernoulli(p[1]);
  b ~ bernoulli(1 - p[2]);
  n ~ binomial(7, p[3]);
  n ~ binomial({9, 8, 7}, 1 - p[4]);
  n ~ neg_binomial(c, p[5] / (1 - p[5]));
  b ~ bernoulli(q);
  n ~ binomial(6, r);
  n ~ binomial(6, s);
}
