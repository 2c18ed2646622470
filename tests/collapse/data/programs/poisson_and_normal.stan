// A gamma and a normal part that do not meet.
// dimension: 5 -> 2
// kept: a, s
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; array[3] int n = {1, 0, 4}; }
parameters { real<lower=0> a; real<lower=0> s; real mu; real<lower=0> r; real<lower=0, upper=1> p; }
model {
  a ~ exponential(1);
  s ~ exponential(1);
  mu ~ normal(0, a);
  r ~ gamma(a, s);
  p ~ beta(a, s);
  y ~ normal(mu, s);
  n ~ poisson(r);
  n ~ binomial(5, p);
}
