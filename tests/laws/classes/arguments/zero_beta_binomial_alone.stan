// density at {"a": 1}: rejected
// Of one alone the density is zero.
parameters {
  real a;
}
model {
  a ~ normal(0, 1);
  {2, 5} ~ beta_binomial(3, exp(a), 1);
}
