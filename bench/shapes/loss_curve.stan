// Losses of cohorts that develop along a curve of growth.
functions {
  real growth_weibull(real t, real omega, real theta) {
    return 1 - exp(-(t / theta) ^ omega);
  }
  real growth_loglogistic(real t, real omega, real theta) {
    real power = t ^ omega;
    return power / (power + theta ^ omega);
  }
}
data {
  int<lower=0, upper=1> is_weibull;
  int<lower=1> rows;
  int<lower=1> times;
  int<lower=1> cohorts;
  array[rows] int<lower=1, upper=cohorts> cohort;
  array[rows] int<lower=1, upper=times> time_index;
  vector[times] t;
  vector[cohorts] premium;
  vector[rows] loss;
}
parameters {
  real<lower=0> omega;
  real<lower=0> theta;
  vector<lower=0>[cohorts] ratio;
  real mean_ratio;
  real<lower=0> sd_ratio;
  real<lower=0> sigma;
}
transformed parameters {
  vector[times] growth;
  vector[rows] expected;
  for (i in 1 : times) {
    growth[i] = is_weibull == 1 ? growth_weibull(t[i], omega, theta) : growth_loglogistic(t[i], omega, theta);
  }
  for (i in 1 : rows) {
    expected[i] = ratio[cohort[i]] * premium[cohort[i]] * growth[time_index[i]];
  }
}
model {
  mean_ratio ~ normal(0, 0.5);
  sd_ratio ~ lognormal(0, 0.5);
  ratio ~ lognormal(mean_ratio, sd_ratio);
  sigma ~ lognormal(0, 1);
  omega ~ lognormal(0, 1);
  theta ~ lognormal(0, 1);
  loss ~ normal(expected, sigma * premium[cohort]);
}
