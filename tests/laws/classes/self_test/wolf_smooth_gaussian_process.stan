// the law holds; only digits are lost
// self-test: passes
data {
  int N;
  array[N] real x;
  vector[N] y;
}
parameters {
  vector[N] f;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  f ~ multi_normal(rep_vector(0, N), add_diag(gp_exp_quad_cov(x, 1.0, 2.0), 1e-9));
  y ~ normal(f, s);
}
