// A Weibull with a shape that is sampled, whose scale is a rate to the power -1 / shape: gamma and inverse gamma.
// dimension: 5 -> 2
// kept: alpha, c
transformed data { vector[4] y = [0.4, 1.3, 2.2, 0.9]'; }
parameters {
  real<lower=0> alpha;
  real<lower=0> c;
  real<lower=0> lambda;
  real<lower=0> theta;
  real<lower=0> rho;
}
transformed parameters { real<lower=0> sigma = pow(lambda, -1 / alpha); }
model {
  alpha ~ lognormal(0, 0.5);
  c ~ lognormal(0, 0.5);
  lambda ~ gamma(2, 1.5);
  y ~ weibull(alpha, sigma);
  theta ~ inv_gamma(3, 2);
  y ~ weibull(alpha, c * theta^(1 / alpha));
  rho ~ exponential(0.7);
  for (n in 1:4) y[n] ~ weibull(alpha, exp(0.1 * n) * rho^(-inv(alpha)));
}
