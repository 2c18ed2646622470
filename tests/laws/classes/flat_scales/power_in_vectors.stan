// one density for all elements
// fate v: collapsed
// self-test: passes
// reference: v[1] mean 0.785714 sd 0.496929 within 0.03
transformed data { vector[5] y = [1, 1, 1, 1, 1]'; }
parameters { vector<lower=0>[2] v; real<lower=0> w; }
model {
  target += -3 * log(v);
  for (i in 1:2) {
    target += -0.25 / v[i];
    y ~ normal(0, sqrt(v[i]));
  }
  w ~ cauchy(0, 1);
  1.0 ~ normal(0, w);
}
