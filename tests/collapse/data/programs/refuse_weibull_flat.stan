// Without a prior the rate must not vanish, and a power with a sampled shape may underflow: the rate stays.
// dimension: 2 -> 2
// kept: k, g
// reason g: integral may be infinite
transformed data { vector[3] y = [0.4, 1.3, 2.2]'; }
parameters { real<lower=0> k; real<lower=0> g; }
model {
  k ~ lognormal(0, 0.5);
  y ~ weibull(k, g^(-1 / k));
}
