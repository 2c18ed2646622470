// Broken-stick regression by a ternary inside of the mean.
data {
  int<lower=0> N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real alpha;
  real b1;
  real b2;
  real knot;
  real<lower=0> sigma;
}
model {
  alpha ~ normal(0, 1);
  b1 ~ normal(0, 1);
  b2 ~ normal(0, 1);
  knot ~ normal(0, 0.7);
  sigma ~ cauchy(0, 1);
  for (n in 1:N) {
    y[n] ~ normal(alpha + (x[n] < knot ? b1 : b2) * (x[n] - knot), sigma);
  }
}
