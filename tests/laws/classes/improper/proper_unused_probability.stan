// proper
data {
  real y;
}
parameters {
  real a;
  real<lower=0, upper=1> p;
  simplex[3] q;
}
model {
  y ~ normal(a, 1);
}
