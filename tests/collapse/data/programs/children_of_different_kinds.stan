// A gamma parent of Poisson, exponential, gamma, Weibull and Pareto children at once.
// dimension: 2 -> 1
// kept: a
transformed data { array[2] int n = {3, 0}; vector[2] t = [0.4, 1.9]'; }
parameters { real<lower=0> a; real<lower=0> r; }
model {
  a ~ lognormal(0, 0.5);
  r ~ gamma(a, 1.5);
  n ~ poisson(2 * r);
  t ~ exponential(r);
  0.7 ~ gamma(2, a * r);
  1.3 ~ weibull(2, pow(r, -0.5));
  2.2 ~ pareto(1.1, r);
  0.4 ~ normal(0.1, 1 / sqrt(r));
}
