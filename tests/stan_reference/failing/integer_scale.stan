// The scale is an integer, so Stan's ~ drops its logarithm although parameters decide it; we keep it.
parameters {
  real c;
  real x;
}
model {
  c ~ normal(0, 1);
  x ~ normal(0, 1 + (c > 0));
}
