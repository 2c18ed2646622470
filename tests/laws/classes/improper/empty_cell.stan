// an interaction of which no observation tells
// improper: d
data {
  int N;
  vector[N] x;
  vector[N] z;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real c;
  real d;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(a + b * x + c * z + d * (x .* z), s);
}
