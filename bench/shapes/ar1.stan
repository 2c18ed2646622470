// A latent autoregression of the first order, seen with noise.
data {
  int<lower=2> T;
  vector[T] y;
}
parameters {
  real mu;
  real<lower=-1, upper=1> phi;
  real<lower=0> tau;
  real<lower=0> sigma;
  vector[T] h;
}
model {
  mu ~ normal(0, 5);
  phi ~ normal(0.5, 0.5);
  tau ~ normal(0, 1);
  sigma ~ normal(0, 1);
  h[1] ~ normal(mu, tau / sqrt(1 - square(phi)));
  h[2 : T] ~ normal(mu + phi * (h[1 : T - 1] - mu), tau);
  y ~ normal(h, sigma);
}
