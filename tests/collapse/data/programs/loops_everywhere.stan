// dimension: 8 -> 2
// kept: sigma, tau
transformed data { array[6] int g = {1, 1, 2, 3, 3, 2}; vector[6] x = [0, 0.5, 1, 2, -1, 3]'; vector[6] y = [1, 2, 0.3, 4, 2.2, -1]'; }
parameters { real mu; array[3] real a; array[2] real b; real<lower=0> tau; real<lower=0> sigma; }
model {
  mu ~ normal(0, 5);
  tau ~ exponential(1);
  sigma ~ exponential(1);
  for (j in 1:3) a[j] ~ normal(mu, tau);
  for (k in 1:2) target += normal_lpdf(b[k] | 0, k);
  for (i in 1:6) {
    real m = a[g[i]];
    if (x[i] > 0) m += b[1] * x[i];
    else m += b[2] * x[i];
    target += normal_lpdf(y[i] | m, sigma);
  }
}
