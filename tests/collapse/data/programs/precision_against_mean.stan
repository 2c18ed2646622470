// One precision and one mean that do not share everything: of equals the later goes.
// dimension: 3 -> 2
// kept: a, tau
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> a; real<lower=0> tau; real mu; }
model {
  a ~ exponential(1);
  tau ~ gamma(2, a);
  mu ~ normal(0, 10);
  y ~ normal(mu, 1 / sqrt(tau));
}
