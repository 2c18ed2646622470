// a Weibull whose shape is sampled and whose rate is gamma
// fate lambda: collapsed
// fate alpha: sampled
// self-test: passes
// draws: finite
transformed data { vector[5] y = [0.4, 1.3, 2.2, 0.9, 1.7]'; }
parameters { real<lower=0> alpha; real<lower=0> lambda; }
model {
  alpha ~ lognormal(0, 0.5);
  lambda ~ gamma(2, 1.5);
  y ~ weibull(alpha, lambda^(-1 / alpha));
}
