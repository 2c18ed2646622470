// A mean, its precision and the rate of that: the first and the last go.
// dimension: 3 -> 1
// kept: tau
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> a; real<lower=0> tau; real mu; }
model {
  a ~ exponential(1);
  tau ~ gamma(2, a);
  mu ~ normal(0, 10);
  y ~ normal(mu, 1 / sqrt(tau));
}
