// slopes at {"lapse": 0.25, "mu": 0}: mu = 1.1
// A weight that data switch off.
transformed data {
  real f = 0;
  real y = 1.1;
}
parameters {
  real<lower=0, upper=1> lapse;
  real mu;
}
model {
  mu ~ normal(0, 1);
  target += log_mix(lapse * f, normal_lpdf(y | 0, 5), normal_lpdf(y | mu, 1));
}
