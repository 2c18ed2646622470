// Lags of data: a regression written as a loop.
// dimension: 4 -> 1
// kept: sigma
transformed data { vector[7] y = [0.4, 1.2, 0.9, 3, 2, 1, 0.2]'; }
parameters { real alpha; array[2] real beta; real<lower=0> sigma; }
model {
  alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  sigma ~ cauchy(0, 2.5);
  for (t in 3:7) {
    real mu = alpha;
    for (k in 1:2) mu += beta[k] * y[t - k];
    y[t] ~ normal(mu, sigma);
  }
}
