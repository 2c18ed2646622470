// Branches on data.
// dimension: 4 -> 1
// kept: sigma
transformed data { array[4] int d = {0, 1, 1, 0}; vector[4] y = [0.3, -1.2, 2.5, 1]'; }
parameters { real a; real b; real c; real<lower=0> sigma; }
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  c ~ normal(a, 1);
  sigma ~ exponential(1);
  for (i in 1:4) y[i] ~ normal(d[i] == 1 ? a + c : b, sigma * (1 + d[i]));
}
