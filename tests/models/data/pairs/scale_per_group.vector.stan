// Every group with its own mean and spread, gathered by an index array.
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
  y ~ normal(mean_of[g], sd_of[g]);
}
