// 1 - x of a real x is affine.
// dimension: 4 -> 2
// kept: s, t
transformed data { vector[2] y = [0.3, -1.2]'; }
parameters { vector[2] x; real<lower=0> s; real<lower=0> t; }
model {
  x ~ normal(0, t);
  y ~ normal(1 - x, s);
  s ~ exponential(1);
  t ~ exponential(1);
}
