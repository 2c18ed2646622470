// A covariance known but for a factor, which is integrated out; the means are of something kept.
// dimension: 3 -> 1
// kept: a
transformed data {
  array[4] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]'};
  cov_matrix[2] S = [[2, 0.3], [0.3, 1]];
}
parameters { real<lower=0> v; real<lower=0> w; real<lower=0> a; }
model {
  a ~ exponential(1);
  v ~ inv_gamma(3, 2);
  w ~ gamma(2, 1.5);
  y ~ multi_normal([exp(a), a^2]', v * S);
  [0.3, 0.7, -1]' ~ multi_normal_cholesky(rep_vector(log(a), 3), sqrt(v) * [[1, 0, 0], [0.5, 2, 0], [a, -0.3, 0.7]]);
  [0.5, 0.1]' ~ multi_normal_prec([a, 1]', S / v);
  y ~ multi_normal_prec([cos(a), 0]', w * S);
  [1, -1]' ~ multi_normal([sin(a), 0]', S / w);
  0.4 ~ normal(log(a), sqrt(v));
}
