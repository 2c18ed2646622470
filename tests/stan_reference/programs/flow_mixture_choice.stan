// A mixture that becomes one component where the weight is small.
data {
  int N;
  vector[N] y;
}
parameters {
  real<lower=0, upper=1> lambda;
  ordered[2] mu;
  real<lower=0> sigma;
}
model {
  lambda ~ beta(2, 2);
  mu ~ normal(1, 1);
  sigma ~ lognormal(0, 1);
  for (n in 1:N) {
    if (lambda < 0.3) {
      target += normal_lupdf(y[n] | mu[1], sigma);
    } else if (lambda > 0.6) {
      y[n] ~ normal(mu[2], sigma);
    } else {
      target += log_mix(lambda, normal_lpdf(y[n] | mu[1], sigma), normal_lpdf(y[n] | mu[2], sigma));
    }
  }
}
