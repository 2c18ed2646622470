data {
  vector[3] s;
}
parameters {
  vector[3] y;
}
model {
  y ~ normal(0, s);
}
