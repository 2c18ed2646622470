// Logistic growth of individuals, with a limit and a rate each: the limits can be collapsed.
data {
  int<lower=1> N;
  int<lower=1> J;
  array[N] int<lower=1, upper=J> g;
  vector[N] t;
  vector[N] y;
}
parameters {
  real mean_limit;
  real<lower=0> sd_limit;
  vector[J] limit;
  real mean_rate;
  real<lower=0> sd_rate;
  vector[J] rate;
  real middle;
  real<lower=0> sigma;
}
model {
  mean_limit ~ normal(10, 5);
  sd_limit ~ normal(0, 2);
  limit ~ normal(mean_limit, sd_limit);
  mean_rate ~ normal(0, 1);
  sd_rate ~ normal(0, 0.5);
  rate ~ normal(mean_rate, sd_rate);
  middle ~ normal(5, 2);
  sigma ~ normal(0, 1);
  y ~ normal(limit[g] ./ (1 + exp(-exp(rate[g]) .* (t - middle))), sigma);
}
