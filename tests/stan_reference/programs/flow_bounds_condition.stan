// A declared bound of a transformed parameter that is broken on one path: Stan refuses there.
data {
  vector[3] y;
}
parameters {
  real x;
  real w;
}
transformed parameters {
  real<lower=0> s;
  vector<upper=2>[2] v;
  if (x > 0) {
    s = x;
    v = [w, 2 * w]';
  } else {
    s = 1 + 1.5 * x;
    v = [x, w]';
  }
}
model {
  x ~ normal(0, 1);
  w ~ normal(0, 1);
  y ~ normal(v[1] + v[2], s);
}
