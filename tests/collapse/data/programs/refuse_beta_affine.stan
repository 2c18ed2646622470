// A probability that is affine in p, and not p or 1 - p.
// dimension: 1 -> 1
// kept: p
// reason p: not in a conjugate form
transformed data { array[3] int n = {3, 5, 1}; }
parameters { real<lower=0, upper=1> p; }
model {
  p ~ beta(2, 2);
  n ~ binomial(7, 0.1 + 0.8 * p);
}
