// dimension: 2 -> 1
// kept: a
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> a; real<lower=0> tau; }
model {
  a ~ lognormal(0, 0.5);
  tau ~ exponential(a);
  y ~ lognormal(0.5, a / sqrt(tau));
}
