// Truncated and censored observations: T[,] with data and parameter bounds, _lcdf and _lccdf.
data {
  int<lower=0> N;
  array[N] real<lower=0> y;
  int<lower=0> M;
  real<lower=0> limit;
  array[3] int<lower=1> k;
}
parameters {
  real mu;
  real<lower=0> sigma;
  real<upper=0> floor_;
  real<lower=0> rate;
  real<lower=0, upper=2> tau;
}
model {
  mu ~ normal(0, 3) T[-5, 5];
  sigma ~ student_t(4, 0, 1.5) T[0, ];
  floor_ ~ normal(-1, 1);
  tau ~ cauchy(0, 1) T[0, 2];
  rate ~ gamma(2, 1) T[ , 50];
  for (n in 1:N) {
    y[n] ~ normal(mu, sigma) T[floor_, ];
    y[n] ~ lognormal(mu, sigma) T[0.01, limit + 10];
    y[n] ~ weibull(1 + tau, sigma) T[ , limit + 5];
  }
  for (i in 1:3) {
    k[i] ~ poisson(rate) T[1, ];
  }
  target += M * normal_lccdf(limit | mu, sigma);
  target += lognormal_lcdf(limit | mu, sigma) + exponential_lccdf(limit | rate);
  // Not by normal_lcdf: Stan's slopes of it are series good to 1e-7 (Stan Math 4.9).
  target += logistic_lcdf(limit | mu, tau);
  target += log_diff_exp(normal_lccdf(1 | mu, sigma), normal_lccdf(2 | mu, sigma));
  target += gamma_lccdf(limit | 2.5, rate);
}
