// A precision that mean and data share: both go.
// dimension: 3 -> 1
// kept: a
transformed data { vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { real<lower=0> a; real<lower=0> tau; real mu; }
model {
  a ~ lognormal(0, 0.5);
  tau ~ gamma(a, 1);
  mu ~ normal(0.3, a / sqrt(tau));
  y ~ normal(mu, 1 / sqrt(tau));
}
