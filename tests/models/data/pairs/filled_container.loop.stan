// A mean filled in element by element, used as a whole.
data {
  int<lower=0> N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real<lower=0> sigma;
}
model {
  vector[N] mu;
  for (n in 1 : N) {
    mu[n] = a + b * x[n];
  }
  y ~ normal(mu, sigma);
}
