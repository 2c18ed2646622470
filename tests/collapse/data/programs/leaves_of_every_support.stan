// Unobserved variables of every kind of support are drawn forward.
// dimension: 26 -> 0
// kept:
parameters {
  real a; real<lower=0> b; real<lower=0, upper=1> c; real<lower=2, upper=5> d;
  simplex[3] e; cholesky_factor_corr[3] f; corr_matrix[2] g; cov_matrix[2] h;
  vector[2] i; array[2] vector[2] j; real k; real l; vector[3] m; real<lower=1.5> n; real<lower=0> o;
}
model {
  a ~ student_t(4, 0, 1);
  b ~ weibull(2, 1);
  c ~ beta(2, 3);
  d ~ uniform(2, 5);
  e ~ dirichlet([1, 2, 3]');
  f ~ lkj_corr_cholesky(2);
  g ~ lkj_corr(3);
  h ~ wishart(4, [[1, 0.2], [0.2, 2]]);
  i ~ multi_normal([0, 1]', [[1, 0.2], [0.2, 2]]);
  j ~ multi_normal_cholesky([0, 1]', [[1, 0], [0.2, 2]]);
  k ~ cauchy(a, b);
  l ~ logistic(0, 1);
  m ~ double_exponential(k, c);
  n ~ pareto(1.5, 2);
  o ~ inv_gamma(2, b);
}
