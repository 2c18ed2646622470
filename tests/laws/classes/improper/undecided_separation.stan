// undecided
data {
  vector[8] x;
  array[8] int y;
}
parameters {
  real a;
  real b;
}
model {
  y ~ bernoulli_logit(a + b * x);
}
