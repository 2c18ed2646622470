// proper
data {
  real y;
}
parameters {
  vector[4] x;
  real<lower=0> q;
}
model {
  q ~ exponential(1);
  x[2:4] ~ normal(x[1:3], q);
  y ~ normal(x[3], 1);
}
