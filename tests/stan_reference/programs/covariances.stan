// Whole correlation and covariance matrices under the distributions made for them.
data {
  int<lower=0> N;
  array[N] vector[3] y;
  cov_matrix[3] scale;
}
parameters {
  cov_matrix[3] sigma;
  cov_matrix[3] precision;
  corr_matrix[4] omega;
  vector<lower=0>[4] tau;
  vector[3] mu;
  row_vector[4] w;
}
transformed parameters {
  cov_matrix[4] full = quad_form_diag(omega, tau);
}
model {
  sigma ~ inv_wishart(6, scale);
  precision ~ wishart(5.5, scale);
  omega ~ lkj_corr(1.7);
  tau ~ gamma(2, 1);
  mu ~ multi_normal(rep_vector(0.5, 3), scale);
  y ~ multi_normal(mu, sigma);
  for (n in 1:N) {
    y[n] ~ multi_student_t(7, mu, sigma);
  }
  y ~ multi_normal_prec(mu, precision);
  w ~ multi_normal([1, 0, -1, 0.5]', full);
}
