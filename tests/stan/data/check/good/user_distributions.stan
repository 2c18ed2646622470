functions {
  real shifted_lpdf(real y, real mu, real shift) {
    return normal_lupdf(y | mu + shift, 1);
  }
  real shifted_lpdf(vector y, real mu, real shift) {
    return normal_lpdf(y | mu + shift, 1);
  }
  real shifted_lcdf(real y, real mu, real shift) {
    return normal_lcdf(y | mu + shift, 1);
  }
  real shifted_lccdf(real y, real mu, real shift) {
    return normal_lccdf(y | mu + shift, 1);
  }
  real shifted_rng(real mu, real shift) { return normal_rng(mu + shift, 1); }
  real coin_lpmf(int y, real p) { return bernoulli_lpmf(y | p); }
  real coin_lpmf(array[] int y, real p) { return bernoulli_lupmf(y | p); }
  void prior_lp(real x) {
    x ~ normal(0, 1);
    target += -square(x);
  }
  real prior_value_lp(real x) {
    target += x;
    return target();
  }
}
data {
  int N;
  array[N] int heads;
}
parameters {
  real mu;
  vector[3] v;
  real<lower=0, upper=1> p;
}
model {
  mu ~ shifted(0, 1);
  v ~ shifted(mu, 1);
  heads ~ coin(p);
  heads[1] ~ coin(p);
  target += coin_lupmf(heads | p);
  mu ~ shifted(0, 1) T[-1, ];
  prior_lp(mu);
  real t = prior_value_lp(p);
}
generated quantities {
  real draw = shifted_rng(mu, 0);
}
