// Counts at sites: only the mean of the site effects is Gaussian given the rest.
data {
  int<lower=1> N;
  int<lower=1> S;
  array[N] int<lower=1, upper=S> site;
  array[N] int<lower=0> y;
}
parameters {
  vector[S] alpha;
  real mu;
  real<lower=0, upper=5> sd_alpha;
}
model {
  mu ~ normal(0, 10);
  alpha ~ normal(mu, sd_alpha);
  y ~ poisson_log(alpha[site]);
}
