// slopes at {"p": 0, "q": 1}: p = -1
// slopes at {"p": 0, "q": 1}: q = 1
// The slope of what is certain.
parameters {
  real p;
  real q;
}
model {
  target += bernoulli_lpmf(0 | p) + bernoulli_lpmf(1 | q);
}
