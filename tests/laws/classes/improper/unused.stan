// improper: z
data {
  real y;
}
parameters {
  real a;
  real z;
}
model {
  y ~ normal(a, 1);
}
