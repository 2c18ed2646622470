// Its logarithm is normal, and everything else is affine in that.
// dimension: 6 -> 2
// kept: s, sigma
transformed data { vector[4] y = [0.4, 1.2, 0.9, 3]'; vector[4] w = [0.1, 0.2, -0.3, 1]'; }
parameters { real m; vector<lower=0>[3] v; real<lower=0> s; real<lower=0> sigma; }
model {
  m ~ normal(0, 2);
  v ~ lognormal(m, s);
  y[1:3] ~ lognormal(2 * log(v) + 1, sigma);
  w ~ normal(log(v[{1, 2, 3, 1}]), sigma);
  s ~ exponential(1);
  sigma ~ exponential(1);
}
