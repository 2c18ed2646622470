// A logarithm of a product of powers is affine in the logarithms.
// dimension: 4 -> 2
// kept: s, sigma
transformed data { vector[3] w = [0.1, 0.2, -0.3]'; vector[3] x = [1, 2, 3]'; }
parameters { real<lower=0> u; real<lower=0> v; real<lower=0> s; real<lower=0> sigma; }
model {
  u ~ lognormal(0, s);
  v ~ lognormal(0.5, 1);
  w ~ normal(log(u) + x * log(v), sigma);
  s ~ exponential(1);
  sigma ~ exponential(1);
}
