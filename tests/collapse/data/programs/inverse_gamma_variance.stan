// Each prior and child of the inverse gamma.
// dimension: 7 -> 1
// kept: c
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> c; vector<lower=0>[4] v; real<lower=0> w; real<lower=0> x; }
model {
  c ~ lognormal(0, 0.5);
  v ~ inv_gamma(2, c);
  w ~ inv_chi_square(c);
  x ~ scaled_inv_chi_square(4, c);
  y ~ normal(c, sqrt(v[1]));
  y ~ lognormal(0.2, c * sqrt(v[2]));
  y ~ gamma(2, c / v[3]);
  y ~ exponential(1 / v[4]);
  y ~ normal(0, sqrt(w));
  y ~ normal(1, 2 * sqrt(x));
}
