data {
  int<lower=1> K;
  int<lower=K, upper=2 * K + 1> M;
  real<upper=0> neg;
  vector<lower=0, upper=1>[K] p;
  row_vector<upper=3, lower=-3>[K] r;
  matrix<lower=neg>[K, M] A;
  cov_matrix[K] S;
}
parameters {
  real<offset=1, multiplier=2> a;
  real<multiplier=exp(neg), offset=-neg> b;
  vector<offset=p, multiplier=p>[K] c;
  real<lower=0, upper=(K > 3 ? 1 : 2)> d;
  real<lower=fmax(a, b)> e;
  simplex[K] theta;
  unit_vector[K] u;
  ordered[K] o;
  positive_ordered[K] po;
  sum_to_zero_vector[K] s0;
  sum_to_zero_matrix[K, M] m0;
  cholesky_factor_corr[K] L;
  cholesky_factor_cov[K] L1;
  cholesky_factor_cov[M, K] L2;
  corr_matrix[K] C;
  cov_matrix[K] V;
  column_stochastic_matrix[K, M] cs;
  row_stochastic_matrix[K, M] rs;
  array[3] simplex[K] thetas;
  array[2, M] cholesky_factor_corr[K] Ls;
}
model {
}
