// improper: b[1] - b[2]; b[1] - b[3]
data {
  vector[5] y;
}
parameters {
  vector[3] b;
}
model {
  y ~ normal(mean(b), 1);
}
