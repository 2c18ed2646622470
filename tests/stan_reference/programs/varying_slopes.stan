// Correlated coefficients per group through a Cholesky factor, with z-scores in a matrix.
data {
  int<lower=0> N;
  int<lower=1> J;
  int<lower=1> K;
  int<lower=1> L;
  array[N] int<lower=1, upper=J> group;
  matrix[N, K] x;
  matrix[J, L] u;
  vector[N] y;
}
parameters {
  matrix[K, J] z;
  cholesky_factor_corr[K] omega;
  vector<lower=0>[K] tau;
  matrix[L, K] gamma;
  real<lower=0> sigma;
}
transformed parameters {
  matrix[J, K] beta = u * gamma + (diag_pre_multiply(tau, omega) * z)';
}
model {
  to_vector(z) ~ std_normal();
  omega ~ lkj_corr_cholesky(2);
  tau ~ cauchy(0, 2.5);
  to_vector(gamma) ~ normal(0, 5);
  sigma ~ exponential(1);
  y ~ normal(rows_dot_product(beta[group], x), sigma);
}
