// Bounds of what is made of a probability hold.
// fate p: collapsed
// self-test: passes
data {
  int k1;
  int k2;
}
parameters {
  real<lower=0, upper=1> p;
}
transformed parameters {
  vector<lower=0, upper=1>[2] w = [p, 1 - p]';
  real<upper=0> lw = log(p);
  real<lower=0, upper=2> tw = 2 * w[2];
}
model {
  p ~ beta(2, 3);
  k1 ~ binomial(30, w[1]);
  k2 ~ binomial(20, w[2]);
}
