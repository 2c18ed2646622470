// A function of the user's gives its arguments their priors, in its body and in one that it calls.
functions {
  real scales_lpdf(vector lam, real tau) {
    return cauchy_lpdf(lam | 0, 1) + cauchy_lpdf(tau | 0, 1);
  }
  real horseshoe_lpdf(vector b, vector lam, real tau) {
    return normal_lpdf(b | 0, lam * tau) + scales_lpdf(lam | tau);
  }
}
data {
  int N;
  int K;
  matrix[N, K] X;
  vector[N] y;
}
parameters {
  vector[K] b;
  vector<lower=0>[K] lam;
  real<lower=0> tau;
  real<lower=0> sigma;
}
model {
  b ~ horseshoe(lam, tau);
  sigma ~ exponential(1);
  y ~ normal(X * b, sigma);
}
