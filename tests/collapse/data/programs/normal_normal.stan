// The paper's first pattern: one parent, one child.
// dimension: 2 -> 1
// kept: sigma
parameters { real mu; real<lower=0> sigma; }
model {
  mu ~ normal(1, 2);
  sigma ~ lognormal(0, 0.5);
  1.7 ~ normal(mu, sigma);
}
