data {
  array[2] int y;
}
parameters {
  real<lower=0> lambda;
}
model {
  y ~ poisson(lambda);
}
