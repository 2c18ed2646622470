// Groups with a precision each: not one scale of the whole block, so the means go, and the rate.
// dimension: 5 -> 2
// kept: tau
transformed data { array[6] int g = {1, 1, 2, 2, 1, 2}; vector[6] y = [1, 2, 0.3, 4, 2.2, -1]'; }
parameters { real<lower=0> a; vector[2] mu; vector<lower=0>[2] tau; }
model {
  a ~ exponential(1);
  tau ~ gamma(2, a);
  mu ~ normal(0, inv_sqrt(tau));
  y ~ normal(mu[g], inv_sqrt(tau[g]));
}
