// 0 / 0 is NaN by its numbers, and no precaution: the condition keeps both
// fate x: sampled
// fate y: sampled
// self-test: passes
parameters { real x; real y; }
transformed parameters { real<lower=0> t = abs(x / y); }
model {
  x ~ normal(0, 1);
  y ~ normal(0, 1);
}
