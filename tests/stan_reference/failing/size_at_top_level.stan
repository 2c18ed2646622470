// A size that a parameter decides, declared in the model block itself: refused; inside of { } it runs.
parameters {
  real a;
  real b;
}
model {
  int n = 1 + (a > 0);
  vector[n] p;
  for (i in 1:n) p[i] = exp(b);
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  p ~ exponential(1.5);
}
