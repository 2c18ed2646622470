// improper: 2*a - b
data {
  int N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  y ~ normal(a + b * x, s);
}
