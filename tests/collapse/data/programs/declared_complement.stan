// The complement of a probability, and products, powers and means of some, are probabilities.
// dimension: 4 -> 1
// kept: k
transformed data { array[4] int y = {0, 1, 1, 0}; }
parameters { vector<lower=0, upper=1>[3] p; real<lower=0> k; }
transformed parameters {
  real<lower=0, upper=1> q = 1 - p[1];
  real<lower=0, upper=1> r = p[2] * q;
  vector<lower=0, upper=1>[3] t = p ^ k;
  real<lower=0, upper=1> m = mean(p);
  real<upper=0> log_q = log1m(p[1]);
}
model {
  p ~ beta(2, 3);
  k ~ lognormal(0, 0.5);
  1.3 ~ normal(k, 1);
  y ~ bernoulli(q);
  y ~ bernoulli(p[2]);
}
