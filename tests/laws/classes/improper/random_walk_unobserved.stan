// improper: x[1] + x[2] + x[3]
parameters {
  vector[3] x;
  real<lower=0> q;
}
model {
  q ~ exponential(1);
  x[2:3] ~ normal(x[1:2], q);
}
