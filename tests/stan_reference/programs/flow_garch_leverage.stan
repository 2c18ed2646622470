// A volatility model that reacts more to residuals below zero.
data {
  int T;
  vector[T] r;
}
parameters {
  real mu;
  real<lower=0> a0;
  real<lower=0, upper=1> a1;
  real<lower=0, upper=1> g;
  real<lower=0, upper=1> b1;
}
transformed parameters {
  vector<lower=0>[T] h;
  h[1] = 1;
  for (t in 2:T) {
    real e = r[t - 1] - mu;
    h[t] = a0 + (a1 + (e < 0) * g) * e^2 + b1 * h[t - 1];
  }
}
model {
  mu ~ normal(0, 0.5);
  a0 ~ lognormal(-1, 1);
  r ~ normal(mu, sqrt(h));
}
