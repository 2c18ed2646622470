// options: --draws 4000
// every draw: mu in [-1000, 1.2]
// Stan refuses a location above the smallest value.
parameters {
  real mu;
  real<lower=0> lambda;
  real<lower=0> alpha;
}
model {
  mu ~ normal(0, 5);
  lambda ~ gamma(2, 1);
  alpha ~ gamma(4, 1);
  [1.2, 2.0, 3.5]' ~ pareto_type_2(mu, lambda, alpha);
}
