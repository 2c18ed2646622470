// self-test: passes
data {
  int N;
  int K;
  array[K] real x;
  array[N] int k;
  vector[N] y;
}
parameters {
  vector[K] f;
  vector[K] e;
  real<lower=0> l;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  l ~ inv_gamma(3, 2);
  s ~ exponential(1);
  t ~ exponential(1);
  f ~ multi_normal(rep_vector(0, K), add_diag(gp_exp_quad_cov(x, 1.0, l), 1e-6));
  e ~ normal(0, t);
  y ~ normal(f[k] + e[k], s);
}
