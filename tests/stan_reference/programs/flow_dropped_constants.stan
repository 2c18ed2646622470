// What `~` drops differs by path: data only, one parameter, all parameters, and += with all constants.
data {
  vector[3] y;
  array[3] int k;
  real p;
}
parameters {
  real x;
  real<lower=0> s;
}
model {
  x ~ normal(0, 1);
  s ~ exponential(1);
  if (x < -0.4) {
    y ~ normal(x, 2.5);
    k ~ poisson(s);
  } else if (x < 0.3) {
    y ~ normal(0.5, s);
    k ~ poisson(1.7);
    p ~ gamma(2, 3);
  } else if (x < 0.8) {
    target += normal_lpdf(y | x, 2.5);
    target += poisson_lpmf(k | s);
  } else {
    target += normal_lupdf(y | x, s);
    y ~ cauchy(x, 1.5);
  }
}
