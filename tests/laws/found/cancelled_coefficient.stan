// A coefficient that cancels to zero made the recovery of the others NaN.
parameters {
  real a;
  real b;
  real c;
}
model {
  a ~ normal(0, 1);
  1 ~ normal(a + b * c - a, 1);
}
