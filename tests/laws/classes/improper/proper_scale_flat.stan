// proper
data {
  vector[6] y;
}
parameters {
  real m;
  real<lower=0> s;
}
model {
  y ~ normal(m, s);
}
