// A threshold autoregression in which the regime is an integer that indexes the parameters.
data {
  int<lower=2> T;
  vector[T] y;
}
parameters {
  vector[3] phi;
  ordered[2] threshold;
  array[3] real<lower=0> sigma;
}
transformed parameters {
  vector[T - 1] mean_y;
  vector[T - 1] scale_y;
  for (t in 2:T) {
    int regime = 1;
    for (j in 1:2) {
      if (y[t - 1] > threshold[j]) regime += 1;
    }
    mean_y[t - 1] = phi[regime] * y[t - 1];
    scale_y[t - 1] = sigma[regime];
  }
}
model {
  phi ~ normal(0, 0.5);
  threshold ~ normal(0, 1);
  sigma ~ gamma(2, 2);
  y[2:T] ~ normal(mean_y, scale_y);
}
