// gamma, with normal factors
data { int N; array[N] int group; vector[N] y; }
parameters { real<lower=0> b; vector<lower=0>[3] precision; }
model {
  b ~ lognormal(0, 0.7);
  precision ~ gamma(2, b);
  y ~ normal(0, 1 ./ sqrt(precision[group]));
}
