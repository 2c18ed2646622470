// Priors collected in a transformed parameter, the likelihood as one density.
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
  real lprior = normal_lpdf(b | 0, 5) + student_t_lpdf(intercept | 3, 1, 2.5)
                + student_t_lpdf(sigma | 3, 0, 2.5) - student_t_lccdf(0 | 3, 0, 2.5);
}
model {
  if (!prior_only) {
    target += normal_lpdf(y | intercept + x * b, sigma);
  }
  target += lprior;
}
