// dimension: 3 -> 2
// kept: s, t
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; vector[2] z = [4, 5.5]'; }
parameters { real mu; real<lower=0> s; real<lower=0> t; }
model {
  mu ~ normal(0, 10);
  s ~ exponential(1);
  t ~ exponential(1);
  y ~ normal(mu, s);
  z ~ normal(2 * mu + 1, [t, 2 * t]');
  0.7 ~ lognormal(mu - 1, s);
}
