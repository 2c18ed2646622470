// proper
data {
  array[6] int i;
  array[6] int k;
  vector[6] y;
}
parameters {
  vector[3] u;
}
model {
  u[1] ~ normal(0, 1);
  y ~ normal(u[i] - u[k], 1);
}
