// reason r: \blog(arithm)?\b|logarithm|log of|log scale
// no reason r: is not linear in it\b(?!.*log)
data {
  vector[3] y;
}
parameters {
  real<lower=0> r;
}
model {
  r ~ lognormal(0, 1);
  y ~ normal(r * [1, 2, 3]', 1);
}
