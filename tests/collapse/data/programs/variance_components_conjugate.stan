// Variances of two levels: means go, and of the variances the one that stays has means above it.
// dimension: 6 -> 2
// kept: s2, t2
transformed data { array[7] int g = {1, 1, 2, 3, 3, 3, 2}; vector[7] y = [1, 2, 0.3, 4, 2.2, -1, 0.1]'; }
parameters { real mu; vector[3] a; real<lower=0> t2; real<lower=0> s2; }
model {
  mu ~ normal(0, 10);
  t2 ~ inv_gamma(2, 1);
  s2 ~ inv_gamma(2, 1);
  a ~ normal(mu, sqrt(t2));
  y ~ normal(a[g], sqrt(s2));
}
