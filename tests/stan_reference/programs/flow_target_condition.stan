// The density so far decides what is added.
data {
  vector[3] y;
}
parameters {
  real m;
  real<lower=0> s;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  for (i in 1:3) {
    if (target() < -2.5) {
      target += -0.1 * m;
    }
    target += normal_lpdf(y[i] | m, s);
  }
  if (target() > -6) target += s;
}
