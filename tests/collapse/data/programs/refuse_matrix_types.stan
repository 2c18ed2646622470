// dimension: 5 -> 1
// kept: L
// reason L: cholesky_factor_corr
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { cholesky_factor_corr[2] L; vector[3] x; real<lower=0> s; }
model {
  L ~ lkj_corr_cholesky(1);
  s ~ exponential(1);
  x ~ normal(0, 1);
  y ~ normal(x, 1);
  [0.1, 0.2]' ~ multi_normal_cholesky([0, 0]', L);
}
