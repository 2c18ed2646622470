// A product whose weight is zero everywhere.
// fate a: collapsed
// fate b: collapsed
// fate c: collapsed
// self-test: passes
data {
  int n;
  vector[n] w;
  vector[n] x;
  vector[n] y;
}
parameters {
  real a;
  real b;
  real c;
  real<lower=0> s;
}
model {
  a ~ normal(0, 2);
  b ~ normal(0, 2);
  c ~ normal(0, 1);
  s ~ exponential(1);
  y ~ normal(c + a * x + b * square(x) + a * b * w, s);
}
