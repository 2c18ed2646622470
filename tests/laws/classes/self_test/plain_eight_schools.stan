// self-test: passes
data {
  vector[4] y;
}
parameters {
  real mu;
  real<lower=0> tau;
  vector[4] th;
}
model {
  mu ~ normal(0, 5);
  tau ~ cauchy(0, 5);
  th ~ normal(mu, tau);
  y ~ normal(th, 10);
}
