// Pumps: failures over time.
data {
  int<lower=1> N;
  vector<lower=0>[N] time;
  array[N] int<lower=0> failures;
}
parameters {
  real<lower=0> alpha;
  real<lower=0> beta;
  vector<lower=0>[N] rate;
}
model {
  alpha ~ exponential(1);
  beta ~ gamma(0.1, 1);
  rate ~ gamma(alpha, beta);
  failures ~ poisson(rate .* time);
}
