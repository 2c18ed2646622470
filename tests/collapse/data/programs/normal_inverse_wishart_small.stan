// A matrix of one number and a vector of one, for numerical integration.
// dimension: 3 -> 1
// kept: s
transformed data { array[3] vector[1] y = {[1.2]', [0.1]', [2.2]'}; }
parameters { cov_matrix[1] V; vector[1] mu; real<lower=0> s; }
model {
  s ~ lognormal(0, 1);
  V ~ inv_wishart(4 + s, [[s]]);
  mu ~ multi_normal([s]', s * V);
  y ~ multi_normal(mu, V);
  for (n in 1:3) y[n] ~ multi_normal((n - s) * mu, V / (n + s));
}
