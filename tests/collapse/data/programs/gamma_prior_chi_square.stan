// Priors of the gamma family and each of its children, alone.
// dimension: 8 -> 1
// kept: c
transformed data { array[2] int n = {3, 5}; }
parameters { real<lower=0> c; vector<lower=0>[7] v; }
model {
  c ~ lognormal(0, 0.5);
  v ~ chi_square(3);
  n ~ poisson(c * v[1]);
  1.5 ~ exponential(c * v[2]);
  0.7 ~ gamma(c, 2 * v[3]);
  1.1 ~ inv_gamma(1.5, c * v[4]);
  0.9 ~ weibull(3, pow(c * v[5], -1 / 3.0));
  2.9 ~ pareto(0.8, c * v[6]);
  0.3 ~ normal(c, 0.5 / sqrt(v[7]));
}
