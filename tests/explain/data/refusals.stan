// Everything here stays, each for a reason of its own.
data {
  int<lower=1> N;
  vector[N] y;
  array[N] int<lower=0> n;
}
parameters {
  real<lower=0> half;
  real scale;
  real square_mean;
  real rate;
  real opaque;
  real mixed;
  real bound;
  real<lower=bound> above;
  ordered[2] cut;
  cov_matrix[2] S;
  real loose;
  real<lower=0, upper=1> p;
}
model {
  half ~ normal(0, 1);
  y ~ normal(half, 1);
  scale ~ normal(0, 1);
  y ~ normal(0, exp(scale));
  square_mean ~ normal(0, 1);
  y ~ normal(square(square_mean), 1);
  rate ~ normal(0, 1);
  n ~ poisson_log(rate);
  opaque ~ normal(0, 1);
  target += -pow(opaque, 4);
  mixed ~ normal(0, 1);
  for (i in 1 : N) {
    target += log_mix(0.3, normal_lpdf(y[i] | mixed, 1), normal_lpdf(y[i] | 0, 2));
  }
  bound ~ normal(0, 1);
  above ~ exponential(1);
  cut ~ normal(0, 1);
  y[1 : 3] ~ normal([S[1, 1], S[1, 2], S[2, 2]]', 1);
  loose ~ cauchy(0, 1);
  y ~ normal(loose, 1);
  p ~ beta(2, 2);
  n ~ poisson(p);
}
