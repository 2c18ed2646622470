// dimension: 2 -> 2
// kept: s, v
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> s; real<lower=0> v; }
model {
  s ~ exponential(1);
  v ~ lognormal(0, 1);
  v ~ lognormal(1, 2);
  y ~ lognormal(log(v), s);
}
