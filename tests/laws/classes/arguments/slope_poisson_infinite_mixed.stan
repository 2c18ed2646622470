// density at {"p": 0, "q": 0.2}: -1.320613477143405
// slopes at {"p": 0, "q": 0.2}: p = 0
// slopes at {"p": 0, "q": 0.2}: q = 0.3
// A component without weight has no slope.
parameters {
  real p;
  real q;
}
model {
  target += log_mix(0.3, poisson_lpmf(2 | p > 0 ? p : positive_infinity()), normal_lpdf(0.5 | q, 1));
}
