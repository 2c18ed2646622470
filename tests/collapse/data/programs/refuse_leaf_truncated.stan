// No leaf where something else depends on it, where its bound is not that of the truncation, or where the probability
// between the bounds would keep what can go.
// dimension: 6 -> 5
// kept: a, b, c, d, s
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters {
  real mu;
  real<lower=0> a;
  real<lower=0> b;
  real<lower=0> c;
  real<lower=a> d;
  real<lower=0> s;
}
model {
  mu ~ normal(0, 2);
  s ~ cauchy(0, 1);
  y ~ normal(mu, s);
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  y ~ normal(b, 1);
  c ~ normal(mu, 1);
  d ~ normal(0, 1);
}
