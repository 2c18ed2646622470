// Half-normal and truncated leaves fall: with constant arguments, and below parameters that a truncation keeps anyway.
// dimension: 13 -> 2
// kept: mu, sigma
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters {
  real mu;
  real<lower=0> sigma;
  vector<lower=0>[3] missing;
  real<lower=0> half;
  vector<lower=-1>[2] above;
  real<upper=3> below;
  vector<lower=1, upper=4>[2] between;
  real<lower=0, upper=2> used;
  real<lower=0> far;
}
model {
  mu ~ normal(0, 2);
  sigma ~ exponential(1);
  y ~ normal(mu, sigma);
  for (n in 1:3) missing[n] ~ normal(mu, sigma) T[0, ];
  half ~ normal(0, 2);
  above ~ normal([1, -2]', 0.5);
  below ~ normal(4, 1);
  for (n in 1:2) between[n] ~ normal(mu + n, sigma) T[1, 4];
  used ~ normal(1, 1) T[0, 2];
  far ~ normal(-8, 1);
}
