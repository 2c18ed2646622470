// Declared bounds that hold often, but not always: the condition stays, and keeps what is in it.
// dimension: 6 -> 6
// kept: a, b, p, q, v, w
// reason a: condition
// reason p: condition
// reason q: condition
// reason v: condition
// reason w: condition
transformed data { array[4] int n = {0, 1, 1, 0}; vector[3] y = [0.3, 1.2, 2.5]'; }
parameters {
  real a;
  real b;
  real<lower=0, upper=1> p;
  real<lower=0, upper=1> q;
  real<lower=0> v;
  real<lower=0> w;
}
transformed parameters {
  real<lower=1> e = exp(a);
  real<lower=0, upper=1> sum_of_two = p + q;
  real<lower=0.5> root = sqrt(v);
  real<lower=0> difference = w - v;
  real<lower=0> cube = b^3;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  p ~ beta(2, 3);
  q ~ beta(2, 3);
  v ~ inv_gamma(2, 1);
  w ~ gamma(2, 1);
  y ~ normal(a + b, 1);
  y ~ normal(0, sqrt(v));
  y ~ exponential(w);
  n ~ bernoulli(p);
  n ~ bernoulli(q);
}
