// improper: u[1] + u[2] + u[3]
data {
  array[6] int i;
  array[6] int k;
  array[6] int y;
}
parameters {
  vector[3] u;
}
model {
  y ~ bernoulli_logit(u[i] - u[k]);
}
