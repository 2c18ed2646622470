// slopes at {"p": 0, "q": 1}: p = -5
// slopes at {"p": 0, "q": 1}: q = 5
// The slope of what is certain.
parameters {
  real p;
  real q;
}
model {
  target += binomial_lpmf(0 | 5, p) + binomial_lpmf(5 | 5, q);
}
