// The root of what may be negative is NaN, which a declared bound refuses: the range alone would
// prove it.
// dimension: 2 -> 2
// kept: a, b
// reason a: condition
// reason b: condition
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real a; real b; }
transformed parameters { real<lower=0> s = sqrt(a); real<lower=0> t = fmax(log(b), 0); }
model {
  a ~ normal(1, 1);
  b ~ normal(1, 1);
  y ~ normal(a + b, 1);
}
