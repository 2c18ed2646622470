// Elements of one array under different priors and with different children.
// dimension: 5 -> 1
// kept: a
transformed data { array[4] int n = {2, 3, 4, 5}; array[2] int k = {3, 3}; }
parameters { real<lower=0> a; vector<lower=0, upper=1>[4] p; }
model {
  a ~ exponential(1);
  p[1:2] ~ beta(a, 1);
  p[3] ~ beta(2, a);
  n ~ binomial(6, p);
  k ~ neg_binomial(2, p[1:2] ./ (1 - p[1:2]));
}
