// slopes at {"a": 0}: a = -0.6
// A cdf has no kink where its density has one.
parameters {
  real a;
}
model {
  target += skew_double_exponential_lccdf(a | 0, 1, 0.3);
}
