// Declared bounds that always hold keep nothing: a root, an inverse and a square of a variance.
// dimension: 4 -> 0
// kept:
transformed data {
  vector[5] y = [0.3, -1.2, 2.5, 0.9, 1.1]';
  vector[5] x = [1, 2, 3, 4, 5]';
}
parameters { real a; real b; real<lower=0> v; real<lower=0> w; }
transformed parameters {
  real<lower=0> s = sqrt(v);
  real<lower=0> precision = inv(v);
  real<lower=0> v2 = v^2;
  vector<lower=0>[2] both = [s, 1 + sqrt(w)]';
}
model {
  a ~ normal(0, 3 * s);
  b ~ normal(0, s);
  v ~ inv_gamma(2, 1.5);
  w ~ gamma(2, 1);
  y ~ normal(a + b * x, s);
}
