// target() has the Jacobian of s and no constants that ~ drops.
parameters {
  real m;
  real<lower=0> s;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  if (target() > -1.5) target += m;
}
