// Two blocks, each with its own scale, and one without.
// dimension: 8 -> 2
// kept: a, s
transformed data { vector[4] y = [0.4, 1.2, 0.9, 3]'; vector[3] z = [-1, 0.2, 0.1]'; vector[2] w = [3, 4]'; }
parameters {
  real<lower=0> a; real<lower=0> s;
  real<lower=0> t1; real<lower=0> t2; real m1; vector[2] m2; real m3;
}
model {
  a ~ lognormal(0, 0.5);
  s ~ lognormal(0, 0.5);
  t1 ~ gamma(a, 1);
  t2 ~ inv_gamma(2, a);
  m1 ~ normal(0, a / sqrt(t1));
  y ~ normal(m1, 1 / sqrt(t1));
  m2 ~ normal(0, 2 * sqrt(t2));
  z ~ normal(m2[{1, 2, 1}], s * sqrt(t2));
  m3 ~ normal(0, 1);
  w ~ normal(m3, s);
}
