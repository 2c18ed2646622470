// improper: a - b
data {
  vector[4] y;
  array[4] int k;
}
parameters {
  real a;
  real b;
}
model {
  y ~ normal(a + b, 1);
  k ~ poisson_log(0.5 * a + 0.5 * b);
}
