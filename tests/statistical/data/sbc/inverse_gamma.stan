// inverse gamma
data { int N; array[N] int group; vector[N] y; vector[N] gap; }
parameters { real<lower=0> b; vector<lower=0>[3] v; }
model {
  b ~ lognormal(0, 0.5);
  v ~ inv_gamma(3, b);
  y ~ normal(0, sqrt(v[group]));
  gap ~ exponential(1 ./ v[group]);
}
