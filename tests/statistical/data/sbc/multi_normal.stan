// multi_normal prior
data { int N; array[N] int group; vector[N] x; vector[N] y; }
parameters { cholesky_factor_corr[2] L; vector<lower=0>[2] tau; array[3] vector[2] b; }
model {
  L ~ lkj_corr_cholesky(2);
  tau ~ lognormal(-0.5, 0.4);
  b ~ multi_normal_cholesky(rep_vector(0, 2), diag_pre_multiply(tau, L));
  for (n in 1:N) y[n] ~ normal(b[group[n], 1] + b[group[n], 2] * x[n], 0.5);
}
