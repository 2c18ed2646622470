// log Gaussian
data { int N; vector<lower=0>[N] y; }
parameters { real m; real<lower=0> s; vector<lower=0>[N] v; }
model {
  m ~ normal(0, 0.5);
  s ~ lognormal(-1, 0.3);
  v ~ lognormal(m, s);
  y ~ lognormal(log(v) + 0.1, 0.4);
}
