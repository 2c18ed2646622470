// dimension: 2 -> 1
// kept: a
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> a; real<lower=0> v; }
model {
  a ~ lognormal(0, 0.5);
  v ~ inv_gamma(3, a);
  y ~ normal(1, sqrt(v));
  y ~ exponential(a / v);
}
