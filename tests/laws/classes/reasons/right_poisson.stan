// reason b: poisson|not normal
data {
  array[3] int k;
}
parameters {
  real b;
}
model {
  b ~ normal(0, 1);
  k ~ poisson_log(b);
}
