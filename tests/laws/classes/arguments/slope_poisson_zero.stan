// slopes at {"p": 0}: p = -1
// The slope of what is certain.
parameters {
  real p;
}
model {
  target += poisson_lpmf(0 | p);
}
