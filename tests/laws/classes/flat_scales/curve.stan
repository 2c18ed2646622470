// a curve that may fit the data: the sum of squares is not seen to be positive
// fate s: sampled
// self-test: passes
// reason s: integral may be infinite
transformed data { vector[4] x = [1, 2, 3, 4]'; vector[4] y = [1, 2, 0.3, 4]'; }
parameters { real m; real<lower=0> s; }
model {
  m ~ normal(0, 1);
  y ~ normal(exp(m * x), s);
}
