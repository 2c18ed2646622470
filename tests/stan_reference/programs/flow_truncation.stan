// Truncation under a condition, with limits that are parameters.
data {
  int N;
  vector[N] y;
}
parameters {
  real mu;
  real<lower=0> sigma;
  real<upper=0> low;
}
model {
  mu ~ normal(0, 1);
  sigma ~ exponential(1);
  low ~ normal(-1, 1);
  for (n in 1:N) {
    if (mu > y[n]) y[n] ~ logistic(mu, sigma) T[low, ];
    else if (sigma > 1) y[n] ~ exponential(sigma) T[ , 2 - low];
    else y[n] ~ logistic(mu, sigma) T[low, 3];
  }
}
