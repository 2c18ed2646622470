// Gaussian parts that do not meet are parts of one joint block.
// dimension: 6 -> 2
// kept: s, t
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; vector[3] z = [1, 2, 4]'; }
parameters { vector[2] a; vector[2] b; real<lower=0> s; real<lower=0> t; }
model {
  a ~ normal(0, t);
  b ~ normal(0, s);
  y ~ normal(a[{1, 2, 1}], s);
  z ~ normal(b[{1, 2, 1}], t);
  s ~ exponential(1);
  t ~ exponential(1);
}
