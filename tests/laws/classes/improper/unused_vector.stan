// improper: z[1]; z[2]
data {
  real y;
}
parameters {
  real a;
  vector[2] z;
}
model {
  y ~ normal(a, 1);
}
