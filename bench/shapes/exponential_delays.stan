// A mean beside one exponential delay for each row.
data {
  int<lower=1> N;
  vector[N] y;
}
parameters {
  real m;
  vector<lower=0>[N] delay;
  real<lower=0> s;
  real<lower=0> rate;
}
model {
  delay ~ exponential(rate);
  rate ~ gamma(2, 1);
  m ~ normal(0, 1);
  s ~ exponential(1);
  y ~ normal(m + delay, s);
}
