// A bent cable: flat, quadratic, linear.
functions {
  real cable(real x, real tau, real gamma) {
    if (x < tau - gamma) return 0;
    else if (x > tau + gamma) return x - tau;
    else return (x - tau + gamma)^2 / (4 * gamma);
  }
}
data {
  int N;
  vector[N] x;
  vector[N] y;
}
parameters {
  real b0;
  real b1;
  real b2;
  real tau;
  real<lower=0> gamma;
  real<lower=0> sigma;
}
model {
  vector[N] mu;
  b0 ~ normal(0, 1);
  b1 ~ normal(0, 1);
  b2 ~ normal(0, 1);
  tau ~ normal(0, 1);
  gamma ~ gamma(2, 3);
  sigma ~ normal(0, 1);
  for (n in 1:N) mu[n] = b0 + b1 * x[n] + b2 * cable(x[n], tau, gamma);
  y ~ normal(mu, sigma);
}
