// A line for each group, its intercept and slope independent: lme4's y ~ x + (x || group).
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> group;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[2] beta;
  real<lower=0> sd_intercept;
  real<lower=0> sd_slope;
  real<lower=0> sigma;
  vector[J] intercept;
  vector[J] slope;
}
model {
  intercept ~ normal(0, sd_intercept);
  slope ~ normal(0, sd_slope);
  y ~ normal(beta[1] + beta[2] * x + intercept[group] + slope[group] .* x, sigma);
}
