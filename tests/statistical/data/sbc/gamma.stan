// gamma
data { int N; array[N] int group; vector[N] exposure; array[N] int y; vector[N] gap; }
parameters { real<lower=0> a; real<lower=0> b; vector<lower=0>[3] rate; }
model {
  a ~ lognormal(0.5, 0.4);
  b ~ lognormal(0, 0.4);
  rate ~ gamma(a, b);
  y ~ poisson(exposure .* rate[group]);
  gap ~ exponential(rate[group]);
}
