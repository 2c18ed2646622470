data {
  int<lower=1> K;
  int<lower=0, upper=K> L;
  vector<lower=0, upper=1>[K] p;
  array[K] int<lower=0> counts;
  simplex[K] s;
  cov_matrix[K] S;
}
parameters {
  simplex[K] theta;
  array[3] simplex[K] thetas;
  unit_vector[K] u;
  ordered[K] o;
  positive_ordered[K] po;
  sum_to_zero_vector[K] z;
  cholesky_factor_corr[K] Lc;
  cholesky_factor_cov[K] Lv;
  cholesky_factor_cov[K, 2] Lw;
  corr_matrix[K] Omega;
  cov_matrix[K] Sigma;
  column_stochastic_matrix[K, 3] cs;
  row_stochastic_matrix[K, 3] rs;
  real<lower=0> a;
  real<lower=-a, upper=a> b;
  vector<lower=p>[K] c;
  vector<offset=a, multiplier=2>[K] d;
  array[K] real<lower=0> e;
}
model {
  theta ~ dirichlet(rep_vector(1, K));
  Lc ~ lkj_corr_cholesky(2);
  Omega ~ lkj_corr(1);
  Sigma ~ wishart(K + 1, S);
  counts ~ multinomial(theta);
}
