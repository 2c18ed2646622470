// improper: u[1] + u[2] + u[3]
data {
  array[6] int i;
  array[6] int k;
  vector[6] y;
}
parameters {
  vector[3] u;
}
model {
  y ~ normal(u[i] - u[k], 1);
}
