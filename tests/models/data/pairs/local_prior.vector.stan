// The same density by statements on whole vectors.
data {
  int<lower=0> K;
  vector<lower=0>[K] s;
  vector[K] y;
}
parameters {
  vector[K] b;
  real<lower=0> tau;
}
model {
  b ~ normal(0, tau);
  y ~ normal(b, s);
  tau ~ exponential(2);
}
