// Every group with its own mean and spread.
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> g;
  vector[N] y;
}
parameters {
  vector[J] mean_of;
  vector<lower=0>[J] sd_of;
}
model {
  mean_of ~ normal(0, 5);
  sd_of ~ exponential(1);
  for (n in 1 : N) {
    target += normal_lpdf(y[n] | mean_of[g[n]], sd_of[g[n]]);
  }
}
