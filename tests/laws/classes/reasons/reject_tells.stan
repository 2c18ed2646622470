// fate mu: sampled
// reason mu: reject
// fate nu: collapsed
// What a message of reject() tells has a number wherever the point is refused; a print can wait.
data {
  vector[3] y;
}
parameters {
  real mu;
  real nu;
  real<lower=0> sigma;
}
transformed parameters {
  real twice = 2 * mu;
}
model {
  mu ~ normal(0, 10);
  nu ~ normal(0, 10);
  sigma ~ exponential(1);
  y ~ normal(mu, sigma);
  y ~ normal(nu, sigma);
  print(nu);
  if (sigma > 1) {
    reject("twice is ", twice, " and sigma ", sigma);
  }
}
