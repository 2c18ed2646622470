// A growth curve by a function of vectors.
functions {
  vector curve(vector t, real top, real rate) {
    return top * (1 - exp(-rate * t));
  }
}
data {
  int<lower=0> N;
  vector<lower=0>[N] t;
  vector<lower=0>[N] size;
}
parameters {
  real<lower=0> top;
  real<lower=0> rate;
  real<lower=0> sigma;
}
model {
  top ~ lognormal(1, 1);
  rate ~ lognormal(-1, 1);
  size ~ lognormal(log(curve(t, top, rate)), sigma);
}
