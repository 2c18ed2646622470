// density at {"a": 1, "b": 1}: finite
// More successes than trials have no probability, which is no mistake.
parameters {
  real<lower=0> a;
  real<lower=0> b;
}
model {
  a ~ gamma(2, 1);
  b ~ gamma(2, 1);
  vector[3] l;
  for (n in 1:3) l[n] = beta_binomial_lpmf(3 | n + 1, a, b);
  target += log_sum_exp(l);
}
