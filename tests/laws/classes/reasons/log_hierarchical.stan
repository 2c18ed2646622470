// reason r: \blog(arithm)?\b|logarithm|log of|log scale
// no reason r: is not linear in it\b(?!.*log)
data {
  vector[3] y;
}
parameters {
  real m;
  real<lower=0> r;
}
model {
  r ~ lognormal(m, 1);
  m ~ normal(0, 1);
  y ~ normal(r + m, 1);
}
