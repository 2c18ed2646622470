// Some zeros are not all: a and b are multiplied in the second row. Zero times what may be NaN or infinite is not zero.
// dimension: 5 -> 3
// kept: a, c, s
// reason a: multiplied with
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; vector[3] w = [0, 1, 0]'; vector[3] zero = [0, 0, 0]'; }
parameters { real a; real b; real c; real m; real<lower=0> s; }
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  c ~ normal(1, 1);
  m ~ normal(0, 1);
  s ~ lognormal(0, 1);
  y ~ normal(w * (a * b) + m, s);
  y ~ normal(zero * log(c) + m, s);
}
