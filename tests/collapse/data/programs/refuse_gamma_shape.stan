// dimension: 1 -> 1
// kept: a
// reason a: gamma
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> a; }
model {
  a ~ gamma(2, 2);
  y ~ gamma(a, 1);
}
