// An intercept and a slope for each of a few groups, with a conjugate covariance and a conjugate variance of the noise.
data {
  int<lower=1> N;
  int<lower=1> J;
  array[N] int<lower=1, upper=J> g;
  vector[N] x;
  vector[N] y;
}
parameters {
  array[J] vector[2] b;
  vector[2] mean_b;
  cov_matrix[2] S;
  real<lower=0> v;
}
model {
  mean_b ~ normal(0, 3);
  S ~ inv_wishart(3, identity_matrix(2));
  v ~ inv_gamma(1, 1);
  b ~ multi_normal(mean_b, S);
  for (n in 1 : N) {
    y[n] ~ normal(b[g[n], 1] + x[n] * b[g[n], 2], sqrt(v));
  }
}
