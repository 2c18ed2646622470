// choose(n, k) and lmgamma(k, x) refuse an integer that a parameter decides.
parameters {
  real c;
}
model {
  int k = 2 + (c > 0);
  c ~ normal(0, 1);
  target += 0.1 * choose(4, k) * c;
}
