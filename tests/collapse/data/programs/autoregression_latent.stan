// dimension: 9 -> 3
// kept: phi, sigma, tau
transformed data { vector[5] y = [1, 2, 0.3, 4, 2.2]'; }
parameters { real mu; real<lower=-1, upper=1> phi; vector[5] x; real<lower=0> tau; real<lower=0> sigma; }
model {
  mu ~ normal(0, 5);
  phi ~ uniform(-1, 1);
  x[1] ~ normal(0, tau / sqrt(1 - phi^2));
  for (t in 2:5) x[t] ~ normal(phi * x[t - 1], tau);
  y ~ normal(mu + x, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
