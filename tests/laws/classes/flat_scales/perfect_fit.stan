// a line through all data leaves no sum of squares
// fate s: sampled
// reason s: integral may be infinite
// fate a: collapsed
transformed data { vector[4] y = [1, 2, 3, 4]'; }
parameters { real a; real b; real<lower=0> s; }
model {
  y ~ normal(a + b * y, s);
}
