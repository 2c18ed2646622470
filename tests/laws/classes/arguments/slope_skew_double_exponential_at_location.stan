// slopes at {"a": 0}: a = 1.4
// A cdf has no kink where its density has one.
parameters {
  real a;
}
model {
  target += skew_double_exponential_lcdf(a | 0, 1, 0.3);
}
