// improper: a - x[1] - x[2] - x[3] - x[4]
data {
  vector[4] y;
}
parameters {
  real a;
  vector[4] x;
  real<lower=0> s;
  real<lower=0> q;
}
model {
  s ~ exponential(1);
  q ~ exponential(1);
  x[2:4] ~ normal(x[1:3], q);
  y ~ normal(a + x, s);
}
