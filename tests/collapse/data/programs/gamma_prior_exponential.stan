// dimension: 4 -> 1
// kept: c
transformed data { array[2] int n = {3, 5}; }
parameters { real<lower=0> c; vector<lower=0>[3] v; }
model {
  c ~ lognormal(0, 0.5);
  v ~ exponential(c);
  n ~ poisson(v[1:2]);
  0.8 ~ lognormal(0.1, inv_sqrt(v[3]));
}
