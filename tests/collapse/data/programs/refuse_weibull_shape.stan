// Exponents that are not those of the shape: of another sign, of another parameter, of another number.
// dimension: 6 -> 6
// kept: alpha, beta, k, lambda, rho, theta
// reason lambda: not in a conjugate form
// reason rho: not in a conjugate form
// reason theta: not in a conjugate form
transformed data { vector[4] y = [0.4, 1.3, 2.2, 0.9]'; }
parameters {
  real<lower=0> alpha;
  real<lower=0> beta;
  real<lower=0> k;
  real<lower=0> lambda;
  real<lower=0> rho;
  real<lower=0> theta;
}
model {
  alpha ~ lognormal(0, 0.5);
  beta ~ lognormal(0, 0.5);
  k ~ lognormal(0, 0.5);
  lambda ~ gamma(2, 1.5);
  y ~ weibull(alpha, lambda^(1 / alpha));
  rho ~ gamma(2, 1.5);
  y ~ weibull(alpha, rho^(-1 / beta));
  theta ~ gamma(2, 1.5);
  y ~ weibull(k, theta^(-2 / k));
}
