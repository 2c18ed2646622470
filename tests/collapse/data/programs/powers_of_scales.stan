// Powers and exponentials that are added to target, as parts of each family.
// dimension: 7 -> 0
// kept:
transformed data { vector[4] y = [1, 2, 0.3, 4]'; array[4] int n = {1, 0, 3, 2}; }
parameters {
  real<lower=0> v;
  real<lower=0> w;
  real<lower=0> r;
  vector<lower=0>[3] s;
  real<lower=0> g;
}
model {
  target += -log(v);
  y ~ normal(0, sqrt(v));
  target += -1.5 * log(w) - 2 / w;
  y ~ normal(1, sqrt(w));
  target += 0.5 * log(r) - 3 * r;
  n ~ poisson(r);
  target += -2 * log(s);
  for (i in 1:3) y ~ normal(i, s[i]);
  g ~ gamma(2, 1);
  target += -log(g) - 0.5 * g;
  y ~ exponential(g);
}
