// undecided
data {
  array[5] int y;
}
parameters {
  real a;
}
model {
  y ~ poisson_log(a);
}
