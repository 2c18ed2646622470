// covariances with a scale that a block shares
data { int N; array[N] vector[2] y; vector[2] u; }
transformed data { matrix[2, 2] S = [[2, 0.5], [0.5, 1]]; }
parameters { real<lower=0> g; real<lower=0> v; vector[2] mu; real<lower=0> w; }
model {
  g ~ lognormal(0, 0.5);
  v ~ inv_gamma(4, g);
  w ~ gamma(3, 2);
  mu ~ multi_normal([0, 1]', g * v * S);
  y ~ multi_normal(mu, v * S);
  u ~ multi_normal_prec([g, 0]', w * S);
}
