// improper: b[1,1] - b[2,1]; b[1,2] - b[2,2]
data {
  vector[2] y;
}
parameters {
  array[2] vector[2] b;
}
model {
  y ~ normal(b[1] + b[2], 1);
}
