// reason r: \blog(arithm)?\b|logarithm|log of|log scale
// no reason r: is not linear in it\b(?!.*log)
data {
  vector[3] y;
}
parameters {
  real<lower=0> r;
  real<lower=0> q;
}
model {
  r ~ lognormal(0, 1);
  q ~ lognormal(0, 1);
  y ~ lognormal(log(r + q), 1);
}
