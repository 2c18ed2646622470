// dimension: 2 -> 1
// kept: a
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> a; real<lower=0> tau; }
model {
  a ~ lognormal(0, 0.5);
  tau ~ gamma(a, 2);
  y ~ normal(0.5, 1 / sqrt(tau));
}
