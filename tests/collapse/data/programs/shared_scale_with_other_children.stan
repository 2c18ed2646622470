// The precision of a block and of other data that are no normals.
// dimension: 3 -> 1
// kept: a
transformed data { vector[4] y = [0.4, 1.2, 0.9, 3]'; array[2] int n = {3, 1}; }
parameters { real<lower=0> a; real<lower=0> tau; real mu; }
model {
  a ~ lognormal(0, 0.5);
  tau ~ gamma(a, 1);
  mu ~ normal(0.3, 2 / sqrt(tau));
  y ~ normal(mu, 1 / sqrt(tau));
  n ~ poisson(a * tau);
  0.3 ~ normal(a, 3 / sqrt(tau));
}
