// Found by hunt (seed 40073224); broken was: the fast joint density is exact. The covariance is singular to rounding at the point,
// and rounding decides whether there is a quotient: a false alarm of the law.
data {
  int<lower=0> K;
}
parameters {
  real<lower=0> s0;
  real<lower=0> t;
  cov_matrix[K] S0;
  matrix[K, K] A;
}
model {
  target += qr_R(A / S0);
}
