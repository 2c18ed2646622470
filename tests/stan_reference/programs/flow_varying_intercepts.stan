// A hierarchical regression with an effect that starts at a threshold: what does not depend on it may collapse.
data {
  int N;
  int J;
  array[N] int g;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[J] alpha;
  real mu_alpha;
  real<lower=0> tau;
  real beta;
  real effect;
  real threshold;
  real<lower=0> sigma;
}
model {
  mu_alpha ~ normal(0, 1);
  tau ~ normal(0, 1);
  alpha ~ normal(mu_alpha, tau);
  beta ~ normal(0, 1);
  effect ~ normal(0, 1);
  threshold ~ normal(0.3, 0.5);
  sigma ~ exponential(1);
  for (n in 1:N) {
    real mu = alpha[g[n]] + beta * x[n];
    if (x[n] > threshold) mu += effect;
    y[n] ~ normal(mu, sigma);
  }
}
