// Waiting times in a queue: each is what is left of the one before, or nothing.
data {
  int N;
  vector[N] wait;
  vector[N] gap;
}
parameters {
  vector<lower=0>[N] service;
  real<lower=0> rate;
}
model {
  real w = 0;
  int idle = 0;
  rate ~ gamma(2, 1);
  service ~ exponential(rate);
  for (n in 1:N) {
    w += service[n] - gap[n];
    if (w < 0) {
      w = 0;
      idle += 1;
      continue;
    }
    wait[n] ~ normal(w, 0.5);
  }
  idle ~ poisson(3);
}
