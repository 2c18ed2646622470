// improper: b - c
data {
  int N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real c;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(a + b * x + c * square(x), s);
}
