// What else is conjugate to a standard deviation: a Weibull of shape two, and rates that are precisions.
// dimension: 3 -> 1
// kept: c
transformed data { vector[4] y = [1, 2, 0.3, 4]'; }
parameters { real<lower=0> c; real<lower=0> s; real<lower=0> t; }
model {
  c ~ lognormal(0, 1);
  y ~ weibull(2, s);
  y ~ gamma(1.5, exp(c) / s^2);
  target += -log(t^2);
  y ~ lognormal(0.1, t);
  y ~ normal(c, t);
  0.3 ~ normal(0, t);
}
