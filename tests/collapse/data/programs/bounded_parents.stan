// A bounded normal, a beta on (0, 2) and a gamma above one are of no family.
// dimension: 5 -> 2
// kept: mu, r
// reason mu: a truncated normal prior
// reason r: support
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real<lower=0> mu; real<lower=1> r; vector[3] x; }
model {
  mu ~ normal(1, 2);
  r ~ gamma(2, 1);
  x ~ normal(mu, 1);
  y ~ normal(x, mu + 1);
  y ~ exponential(r);
}
