// One change point in time, decided row by row.
data {
  int<lower=0> N;
  vector[N] t;
  vector[N] y;
}
parameters {
  real before;
  real after;
  real<lower=0, upper=1> tau;
  real<lower=0> sigma;
}
model {
  vector[N] mu;
  before ~ normal(0, 2);
  after ~ normal(0, 2);
  tau ~ beta(2, 2);
  sigma ~ exponential(1);
  for (n in 1:N) {
    if (t[n] < tau) {
      mu[n] = before;
    } else {
      mu[n] = after;
    }
  }
  y ~ normal(mu, sigma);
}
