// a bound that always holds keeps nothing: variance and mean go together, and the draws are exact
// fate v: collapsed
// fate mu: collapsed
// self-test: passes
// every draw: s in [0, inf]
// reference: v mean 1.125 sd 0.649519 within 0.03
// density at {"mu": 0.5, "v": 2}: finite
// collapsed density at {"mu": 0.5, "v": 2}: finite
transformed data { vector[4] y = [1, 2, 3, 4]'; }
parameters { real mu; real<lower=0> v; }
transformed parameters { real<lower=0> s = sqrt(v); }
model {
  v ~ inv_gamma(3, 2);
  mu ~ normal(2.5, s);
  y ~ normal(mu, s);
}
