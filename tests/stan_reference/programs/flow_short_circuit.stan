// && and || do not evaluate their right side where the left one decides: it would fail.
functions {
  real safe_log(real x) {
    if (x <= 0) reject("never called with ", x);
    return log(x);
  }
}
data {
  vector[4] y;
}
parameters {
  real x;
  real<lower=0> s;
}
model {
  int k = 0;
  x ~ normal(0, 1);
  s ~ exponential(1);
  if (x > 0 && safe_log(x) > -1) target += -x;
  if (x <= 0 || safe_log(x) < -0.5) target += 2 * x;
  while (k < 4 && y[k + 1] < x) k += 1;
  if (!(k > 0) || y[k] > 0.15) target += -k * s;
  y ~ normal(x, s);
}
