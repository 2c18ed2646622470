// Counts of areas: an intrinsic autoregression convolved with independent effects.
data {
  int<lower=1> N;
  int<lower=1> E;
  array[E] int<lower=1, upper=N> node1;
  array[E] int<lower=1, upper=N> node2;
  array[N] int<lower=0> y;
  vector<lower=0>[N] exposure;
  real<lower=0> scaling;
}
transformed data {
  vector[N] log_exposure = log(exposure);
}
parameters {
  real beta0;
  real<lower=0> sigma;
  real<lower=0, upper=1> rho;
  vector[N] theta;
  vector[N] phi;
}
transformed parameters {
  vector[N] convolved = sqrt(1 - rho) * theta + sqrt(rho / scaling) * phi;
}
model {
  y ~ poisson_log(log_exposure + beta0 + convolved * sigma);
  target += -0.5 * dot_self(phi[node1] - phi[node2]);
  sum(phi) ~ normal(0, 0.001 * N);
  beta0 ~ normal(0, 1);
  theta ~ normal(0, 1);
  sigma ~ normal(0, 1);
  rho ~ beta(0.5, 0.5);
}
