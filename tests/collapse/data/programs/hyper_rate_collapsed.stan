// Of a rate and the rates below it, the three below go.
// dimension: 4 -> 1
// kept: b
// reason b: lambda
transformed data { array[3] int y = {3, 2, 9}; }
parameters { real<lower=0> b; vector<lower=0>[3] lambda; }
model {
  b ~ gamma(0.1, 1);
  lambda ~ gamma(1.8, b);
  y ~ poisson(lambda);
}
