// Repeated binary trials.
data {
  int<lower=1> N;
  array[N] int<lower=0> trials;
  array[N] int<lower=0> hits;
}
parameters {
  real<lower=0, upper=1> m;
  real<lower=1> kappa;
  vector<lower=0, upper=1>[N] theta;
}
model {
  kappa ~ pareto(1, 1.5);
  theta ~ beta(m * kappa, (1 - m) * kappa);
  hits ~ binomial(trials, theta);
}
