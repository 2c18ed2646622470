// Weights of discrete likelihoods multiply their shares.
// dimension: 4 -> 2
// kept: a, b
transformed data { array[3] int y = {1, 4, 2}; }
parameters { real<lower=0> a; real<lower=0> b; real<lower=0> r; real<lower=0, upper=1> p; }
model {
  a ~ lognormal(0, 0.5);
  b ~ lognormal(0, 0.5);
  r ~ gamma(a, 1);
  p ~ beta(b, 2);
  target += 2 * poisson_lpmf(y | r);
  target += 3 * binomial_lpmf(y | 6, p);
}
