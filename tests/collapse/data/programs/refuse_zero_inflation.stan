// dimension: 2 -> 2
// kept: lambda, p
// reason lambda: no distribution
transformed data { array[4] int n = {0, 0, 3, 1}; }
parameters { real<lower=0> lambda; real<lower=0, upper=1> p; }
model {
  lambda ~ gamma(2, 1);
  p ~ beta(2, 2);
  for (i in 1:4) {
    if (n[i] == 0) target += log_sum_exp(bernoulli_lpmf(1 | p), bernoulli_lpmf(0 | p) + poisson_lpmf(0 | lambda));
    else target += bernoulli_lpmf(0 | p) + poisson_lpmf(n[i] | lambda);
  }
}
