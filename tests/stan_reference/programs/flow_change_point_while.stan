// The index of the change is found by a while loop, and slices are fitted on either side.
data {
  int<lower=1> N;
  vector[N] y;
}
parameters {
  real raw;
  real a;
  real b;
  real<lower=0> sigma;
}
model {
  int k = 1;
  real at = N * inv_logit(1.5 * raw);
  while (k < N && k < at) {
    k += 1;
  }
  raw ~ normal(0, 1);
  a ~ normal(0, 1);
  b ~ normal(1, 1);
  sigma ~ lognormal(0, 1);
  y[1:k] ~ normal(a, sigma);
  if (k < N) y[(k + 1):N] ~ normal(b, sigma);
}
