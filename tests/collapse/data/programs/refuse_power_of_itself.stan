// A rate in its own exponent, and a rate to a free power where no shape takes it up.
// dimension: 3 -> 3
// kept: a, g, h
// reason g: not in a conjugate form
// reason h: not in a conjugate form
transformed data { vector[4] y = [0.4, 1.3, 2.2, 0.9]'; }
parameters { real<lower=0> a; real<lower=0> g; real<lower=0> h; }
model {
  a ~ lognormal(0, 0.5);
  g ~ gamma(2, 1.5);
  y ~ exponential(g^g);
  h ~ gamma(2, 1.5);
  y ~ exponential(h^a);
}
