// Outside the support of a uniform the density is zero, a number like any other in a mixture. By quadrature.
// reference: th mean 3.407
data {
  int N;
  vector[N] y;
}
parameters {
  real<lower=0, upper=10> th;
  real mu;
}
model {
  mu ~ normal(0, 1);
  for (i in 1:N) target += log_mix(0.5, uniform_lpdf(y[i] | 0, th), normal_lpdf(y[i] | mu, 1));
}
