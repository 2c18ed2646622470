// dimension: 2 -> 1
// kept: b
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> r; real b; }
model {
  r ~ gamma(2, 1);
  b ~ normal(0, 1);
  y ~ exponential(r / (0.5 + square(b)));
}
