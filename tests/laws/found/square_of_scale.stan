// The square of a scale left the range of doubles, and its logarithm was that of something else (seed 2010993)
parameters {
  real m0;
  real<lower=0> t;
  real a;
}
model {
  1 ~ normal(a, exp(lmgamma(3, t)));
  a ~ normal(0.5, 2);
}
