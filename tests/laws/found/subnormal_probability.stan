// The logarithm of a probability below the smallest normal number (seed 503842)
data {
  int<lower=0> K;
}
parameters {
  real m0;
  real<lower=0> s;
  real b;
  simplex[K] w;
}
model {
  target += log(student_t_cdf(simplex_unconstrain(w) | 1 / s, b, s));
  m0 ~ normal(0, 1);
}
