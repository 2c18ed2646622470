// The sum of squares may be zero for some curve: not proved to be proper, and so the scale stays.
// dimension: 2 -> 2
// kept: m, s
// reason s: integral may be infinite
transformed data { vector[4] x = [1, 2, 3, 4]'; vector[4] y = [1, 2, 0.3, 4]'; }
parameters { real m; real<lower=0> s; }
model {
  m ~ normal(0, 1);
  y ~ normal(exp(m * x), s);
}
