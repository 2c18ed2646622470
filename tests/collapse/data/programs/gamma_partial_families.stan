// dimension: 5 -> 1
// kept: a
transformed data { array[4] int n = {2, 3, 4, 5}; }
parameters { real<lower=0> a; vector<lower=0>[4] r; }
model {
  a ~ lognormal(0, 0.3);
  r[1:2] ~ gamma(a, 1);
  r[3] ~ exponential(a);
  r[4] ~ chi_square(3);
  n ~ poisson(a * r);
  1.4 ~ exponential(r[3]);
  0.2 ~ normal(0, 1 / sqrt(r[4]));
}
