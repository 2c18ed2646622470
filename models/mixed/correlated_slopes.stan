// A line for each group, its intercept and slope correlated: lme4's y ~ x + (x | group).
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> group;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[2] beta;
  vector<lower=0>[2] sd_group;
  cholesky_factor_corr[2] L;
  real<lower=0> sigma;
  matrix[2, J] z;
}
transformed parameters {
  matrix[2, J] u = diag_pre_multiply(sd_group, L) * z;
}
model {
  L ~ lkj_corr_cholesky(1);
  to_vector(z) ~ std_normal();
  y ~ normal(beta[1] + beta[2] * x + u[1, group]' + u[2, group]' .* x, sigma);
}
