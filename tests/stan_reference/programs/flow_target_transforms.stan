// The Jacobians of all transforms count in target(), also where it is read along a path.
functions {
  real so_far_lp(real x) {
    x ~ normal(0, 2);
    return target();
  }
}
parameters {
  real m;
  real<lower=0.5> a;
  real<upper=2> b;
  vector<lower=-1, upper=3>[2] c;
  real<offset=1, multiplier=a> d;
  ordered[3] e;
  positive_ordered[2] f;
  cholesky_factor_cov[2] g;
  cholesky_factor_corr[3] h;
  cov_matrix[2] k;
  corr_matrix[3] l;
}
transformed parameters {
  real t = 0.1 * target();
}
model {
  real x = so_far_lp(m);
  int n = 0;
  target += normal_lpdf(a | 1, 1) + normal_lupdf(b | 0, 1);
  [c[1], c[2], d, f[1]]' ~ student_t(4, 0, 2);
  e ~ normal(0, 2);
  target += [-0.1, -0.2]' .* f;
  g[1, 1] ~ gamma(2, 1);
  h ~ lkj_corr_cholesky(2);
  k ~ wishart(4, [[1, 0.2], [0.2, 1]]);
  l ~ lkj_corr(1.5);
  if (target() > -13) target += m;
  while (target() < -16 + n && n < 6) {
    target += 0.25 * a;
    n += 1;
  }
  if (x > t) target += -0.3 * square(d);
  target += t;
}
