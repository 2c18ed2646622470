// Priors collected in a transformed parameter, the likelihood as one fused density.
data {
  int<lower=0> N;
  int<lower=0> K;
  matrix[N, K] x;
  vector[N] y;
  int prior_only;
}
parameters {
  vector[K] b;
  real intercept;
  real<lower=0> sigma;
}
transformed parameters {
  real lprior = 0;
  lprior += normal_lpdf(b | 0, 5);
  lprior += student_t_lpdf(intercept | 3, 1, 2.5);
  lprior += student_t_lpdf(sigma | 3, 0, 2.5) - 1 * student_t_lccdf(0 | 3, 0, 2.5);
}
model {
  if (!prior_only) {
    target += normal_id_glm_lpdf(y | x, intercept, b, sigma);
  }
  target += lprior;
}
