// censored times, what is added to target beside a prior whose rate is sampled
// dimension: 5 -> 1
// kept: b
// reason b: it stands beside lam in lam ~ gamma; lam was collapsed instead
transformed data {
  array[4] real t = {0.5, 0.1, 1.1, 0.8};
  array[4] int is_seen = {0, 1, 1, 0};
}
parameters {
  vector<lower=0>[4] lam;
  real<lower=0> b;
}
model {
  b ~ gamma(2, 1);
  lam ~ gamma(2, b);
  for (n in 1:4) {
    if (is_seen[n] == 1) t[n] ~ exponential(lam[n]);
    else target += exponential_lccdf(t[n] | lam[n]);
  }
}
